import { test as base } from "../support/administrators.ts";
import { openHydrated } from "../support/interactions.ts";
import { expect } from "../support/test.ts";

const test = base.extend(
  "page",
  async ({ newPageOf }) => await newPageOf({ role: "admin", name: "Ada" }, { live: true }),
);

test("others' changes appear in the dashboard's figures by themselves", async ({ page, users, word }) => {
  await openHydrated(page, "/manager/dashboard");
  const totals = page.getByRole("list", { name: "Totals" });
  const card = totals.getByRole("listitem").filter({ hasText: "Users" });
  const count = async () => Number((await card.locator("p").nth(1).textContent())?.replaceAll(/\D/g, ""));
  const before = await count();
  await users.add(word);
  await expect.poll(count).toBeGreaterThan(before);
});
