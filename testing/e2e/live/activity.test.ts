import { test as base } from "../support/administrators.ts";
import { openHydrated } from "../support/interactions.ts";

const test = base.extend(
  "page",
  async ({ newPageOf }) => await newPageOf({ role: "admin", name: "Ada" }, { live: true }),
);

test("the activity and the dashboard show what users do as it happens", async ({ page, users, word }) => {
  await openHydrated(page, "/manager/activity?type=user");
  const person = await users.add(`${word} Old`);
  await page.getByText(`Uma added "${word} Old"`, { exact: true }).waitFor();
  await openHydrated(page, "/manager/dashboard");
  await users.rename(person, `${word} New`);
  const latest = page.getByRole("region", { name: "Latest activity" });
  await latest.getByText(`Uma changed name of "${word} New"`).waitFor();
});
