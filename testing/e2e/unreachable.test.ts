import { serverI18n } from "#i18n/i18n.ts";
import { otherLanguage } from "../languages.ts";
import { openHydrated } from "./support/interactions.ts";
import { expect, test } from "./support/test.ts";

test("while no server answers, a page that is opened says so, offers no new version, and comes by itself", async ({
  newPageOf,
  expectProblem,
}) => {
  expectProblem(/ERR_CONNECTION_REFUSED|Failed to fetch/);
  const page = await newPageOf({ role: "admin" }, { language: otherLanguage });
  const { t } = await serverI18n(otherLanguage);
  await openHydrated(page, "/manager/account");
  await page.context().route("**/*", (route) => route.abort("connectionrefused"));
  await page
    .getByRole("link", { name: t("users:title") })
    .first()
    .click();
  await page.getByText(t("common:errors.unreachable")).waitFor();
  expect(await page.getByText(t("components:newVersion.text")).count()).toBe(0);

  await page.context().unroute("**/*");
  await page.getByRole("heading", { level: 1, name: t("users:title") }).waitFor();
});

test("while no server answers, a page whose script is missing says so, and comes by itself", async ({
  newPageOf,
  expectProblem,
}) => {
  expectProblem(/ERR_CONNECTION_REFUSED|Failed to fetch|dynamically imported/);
  const page = await newPageOf({ role: "admin" });
  const { t } = await serverI18n("en");
  await openHydrated(page, "/manager/account");
  for (const files of ["**/assets/**", "**/ready"]) {
    await page.context().route(files, (route) => route.abort("connectionrefused"));
  }
  await page
    .getByRole("link", { name: t("users:title") })
    .first()
    .click();
  await page.getByText(t("common:errors.unreachable")).waitFor();
  expect(await page.getByText(t("components:newVersion.text")).count()).toBe(0);

  await page.context().unrouteAll();
  await page.getByRole("heading", { level: 1, name: t("users:title") }).waitFor();
});
