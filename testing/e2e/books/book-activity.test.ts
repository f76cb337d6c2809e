import { openHydrated } from "../support/interactions.ts";
import { test } from "./support.ts";

test("a book's page shows its history", async ({ page, others, word }) => {
  await others.addGenre(`${word} Genre`);
  const { id } = await others.add({ title: `${word} First`, genre: `${word} Genre` });
  await others.change(id, { title: `${word} Second` });
  await openHydrated(page, `/manager/books/${id}`);
  const history = page.getByRole("region", { name: "Activity" });
  await history.getByText(`Uma changed title of "${word} Second"`).waitFor();
  await history.getByText(`Uma added "${word} First"`).waitFor();
});
