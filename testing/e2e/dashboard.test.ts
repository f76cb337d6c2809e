import { liveTest as test } from "./support/administrators.ts";
import { axeViolations, openHydrated } from "./support/interactions.ts";
import { expect } from "./support/test.ts";

/** Manager's dashboard. */

test(
  "figures and columns lead to their lists, and others' changes appear by themselves",
  { tags: "smoke" },
  async ({ page, users, word }) => {
    await openHydrated(page, "/manager/dashboard");
    expect(await axeViolations(page)).toEqual([]);
    await users.add(word);
    const activity = page.getByRole("region", { name: "Latest activity" });
    await activity.getByText(`Uma added "${word}"`).waitFor();

    // The seed's users are older than 30 days, but not the first login.
    await page.getByRole("list", { name: "Totals" }).getByText("in 30 days").first().waitFor();
    await page.getByRole("link", { name: /^\d+ since you began$/ }).waitFor();

    const today = new Date().toISOString().slice(0, 10);
    await page.getByRole("group", { name: "Logins per day" }).getByRole("link").last().click();
    await page.waitForURL(
      ({ pathname, searchParams }) =>
        pathname === "/manager/activity" &&
        searchParams.get("action") === "signIn" &&
        searchParams.has("from"),
    );
    expect(new URL(page.url()).searchParams.get("to")).toBe(today);
    await page.getByRole("link", { name: "Remove filter: Days in UTC" }).waitFor();
    await page.getByText("Ada logged in").first().waitFor();

    await page.goBack();
    await page.getByRole("list", { name: "Totals" }).getByRole("link", { name: "Users" }).click();
    await page.waitForURL("/manager/users");
  },
);

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
