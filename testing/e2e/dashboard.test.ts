import { test } from "./support/administrators.ts";
import { axeViolations, openHydrated } from "./support/interactions.ts";
import { expect } from "./support/test.ts";

/** Manager's dashboard. */

test("figures lead to their lists", { tags: "smoke" }, async ({ page }) => {
  await openHydrated(page, "/manager/dashboard");
  expect(await axeViolations(page)).toEqual([]);
  const totals = page.getByRole("list", { name: "Totals" });
  // The seed's users are older than 30 days, but not the first login.
  await totals.getByText("in 30 days").first().waitFor();
  await page.getByText(/^\d+ since you began$/).waitFor();
  await totals.getByRole("link", { name: "Users" }).click();
  await page.waitForURL("/manager/users");
});

test("figures that can't be loaded say so, with Retry, and the page stays", async ({
  page,
  expectProblem,
}) => {
  expectProblem(/500|dashboard/);
  await openHydrated(page, "/manager/users");
  await page.route("**/api/rpc/dashboard/**", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  const retry = page.getByRole("button", { name: "Retry" });
  await retry.waitFor();
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await page.unroute("**/api/rpc/dashboard/**");
  await retry.click();
  await page.getByRole("list", { name: "Totals" }).waitFor();
});
