import { serverI18n } from "#i18n/i18n.ts";
import { otherLanguage, rightToLeft } from "../languages.ts";
import { axeViolations } from "./support/interactions.ts";
import { expect, test } from "./support/test.ts";

test("the API documentation finds an operation, opens it by its link, and sends a request", async ({
  signedIn,
}) => {
  const { page } = await signedIn({ role: "admin" });
  await page.goto("/api/docs#users.list");
  const operation = page.locator('[id="users.list"]');
  await operation.getByText("curl -X GET").waitFor();
  await operation.getByRole("button", { name: "Send request" }).click();
  await operation.getByText(/^200 OK · RateLimit: "requests"/).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByLabel("Search operations").fill("account onboarding");
  expect(await page.locator(".operation:visible").count()).toBe(1);
  await page.getByLabel("Search operations").fill("nothing like this");
  await page.getByText("No operation found").waitFor();
});

test.for([...new Set([otherLanguage, rightToLeft ?? otherLanguage])])(
  "the API documentation names operations in %s, and finds them by these names, without accents",
  async (language, { newPage }) => {
    const i18n = await serverI18n(language);
    const page = await newPage({ language });
    await page.goto("/api/docs");
    const name = i18n.t("authRest:operations.verifyEmail");
    const typed = name.normalize("NFD").replaceAll(/\p{M}/gu, "");
    await page.getByLabel(i18n.t("docs:search")).fill(typed);
    expect(await page.locator(".operation:visible").count()).toBe(1);
    const operation = page.locator('[id="auth.verifyEmail"]');
    const summary = operation.locator("> summary");
    await summary.getByText(name, { exact: true }).click();
    await operation.getByText(i18n.t("authRest:descriptions.verifyEmail")).waitFor();
    const access = operation.getByText(i18n.t("docs:access.permission", { permission: "account:update" }));
    for (const text of [summary.getByText(name, { exact: true }), access])
      expect(await text.evaluate((element) => element.closest("[lang]")?.getAttribute("lang"))).toBe(
        language,
      );
    const heading = page
      .getByRole("main")
      .getByRole("heading", { name: i18n.t("authAccount:title"), exact: true });
    expect(await heading.getAttribute("lang")).toBeNull();
    expect(await axeViolations(page)).toEqual([]);
  },
);
