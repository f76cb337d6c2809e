import { serverI18n } from "#i18n/i18n.ts";
import { otherLanguage } from "../languages.ts";
import { openHydrated } from "./support/interactions.ts";
import { expect, test } from "./support/test.ts";

test.for([
  ["no request", ["**/*"]],
  ["no request for a script", ["**/assets/**", "**/ready"]],
] as const)(
  "while the server answers %s, a page that is opened says so, offers no new version, and comes by itself",
  async ([, addresses], { newPageOf, expectProblem }) => {
    expectProblem(/ERR_CONNECTION_REFUSED|Failed to fetch|dynamically imported/);
    const page = await newPageOf({ role: "admin" }, { language: otherLanguage });
    const { t } = await serverI18n(otherLanguage);
    await openHydrated(page, "/manager/account");
    for (const address of addresses)
      await page.context().route(address, (route) => route.abort("connectionrefused"));
    await page
      .getByRole("link", { name: t("users:title") })
      .first()
      .click();
    await page.getByText(t("common:errors.unreachable")).waitFor();
    expect(await page.getByText(t("components:newVersion.text")).count()).toBe(0);

    await page.context().unrouteAll();
    await page.getByRole("heading", { level: 1, name: t("users:title") }).waitFor();
  },
);
