import { databaseUrl } from "#server/database/connection.ts";
import { startDatabaseProxy } from "../database-proxy.ts";
import { sendOperation } from "../operations.ts";
import { createTestDatabase } from "../database.ts";
import { newContext } from "./support/browser-context.ts";
import { waitForHydrationAfterGoto } from "./support/interactions.ts";
import { addPerson } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { signInByForm } from "./support/sign-in.ts";
import { expect, test } from "./support/test.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { otherLanguage } from "../languages.ts";

test("while the database is away, pages and requests say so, nothing typed is lost, and everything works again by itself", async ({
  browser,
  onTestFinished,
}) => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const proxy = await startDatabaseProxy(database.connection);
  const server = await startServer({ DATABASE_URL: databaseUrl(proxy.connection) });
  onTestFinished(async () => void (await server.stop()));
  const { t } = await serverI18n(otherLanguage);
  const context = await newContext(browser, server.url, { language: otherLanguage });
  onTestFinished(() => context.close());
  const { email } = await addPerson(database.connection, { role: "admin" });
  await signInByForm(context, email, server.mail, server.url);
  const [form, page] = [await context.newPage(), await context.newPage()];
  waitForHydrationAfterGoto(form);
  await form.goto("/manager/account?state=change-name");
  const name = form.getByRole("dialog").getByRole("textbox", { name: t("authAccount:name") });
  await name.fill("Ada Lovelace");
  await page.goto("/manager/users");
  const newcomer = await addPerson(database.connection, { name: null, onboarded: false });
  const newcomers = await newContext(browser, server.url, { language: otherLanguage });
  onTestFinished(() => newcomers.close());
  await signInByForm(newcomers, newcomer.email, server.mail, server.url);
  const onboarding = await newcomers.newPage();
  waitForHydrationAfterGoto(onboarding);
  await onboarding.goto("/onboarding");
  const newName = onboarding.getByRole("textbox");
  await newName.fill("Grace");

  expect((await sendOperation(context, "auth/listSessions")).status()).toBe(200);

  proxy.stall();
  await expect.poll(async () => (await fetch(`${server.url}/ready`)).status, { timeout: 10_000 }).toBe(503);
  const response = await sendOperation(context, "users/list");
  expect(response.status()).toBe(503);
  expect(response.headers()["retry-after"]).toBe("5");
  expect(await response.json()).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect((await page.reload())?.status()).toBe(503);
  const unavailable = t("common:errors.unavailable");
  await page.getByText(unavailable).waitFor();
  await name.press("Enter");
  await form.getByRole("dialog").getByText(unavailable).waitFor();
  await newName.press("Enter");
  await onboarding.getByText(t("common:failures.onboarding")).waitFor();
  expect(await newName.inputValue()).toBe("Grace");

  proxy.resume();
  await page.getByRole("heading", { name: t("users:title") }).waitFor();
  expect(await name.inputValue()).toBe("Ada Lovelace");
  await name.press("Enter");
  await form.getByText(t("authAccount:nameDrawer.done")).waitFor();
  await newName.press("Enter");
  await onboarding.waitForURL((url) => url.pathname !== "/onboarding");
});
