import { axeViolations, openHydrated } from "./support/interactions.ts";
import { expect, test } from "./support/test.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { otherLanguage } from "../languages.ts";

/** What App shows while the server can't be reached (public/service-worker.js). */

test("a page that was never opened says in the user's language that there is no connection, and comes with it", async ({
  newPageOf,
  expectProblem,
}) => {
  expectProblem(/503/);
  const { t } = await serverI18n(otherLanguage);
  const page = await newPageOf({}, { serviceWorker: true });
  await openHydrated(page, `/app?lng=${otherLanguage}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.goto("/app/account");
  await page.getByRole("heading", { name: t("offline:title") }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.context().setOffline(false);
  await page.getByRole("heading", { level: 1, name: t("authAccount:title") }).waitFor();
});

test("a page whose scripts were never loaded says that the browser is offline, and comes with the connection", async ({
  newPageOf,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  // The router throws a promise while it reloads the page.
  expectProblem(/users\/new: $/);
  const page = await newPageOf({ role: "admin" });
  await openHydrated(page, "/manager/users");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "New user" }).click();
  await page.getByText("You’re offline.").first().waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("heading", { level: 1, name: "New user" }).waitFor();
});
