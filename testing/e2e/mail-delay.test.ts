import { serverI18n } from "#i18n/i18n.ts";
import { languages } from "#i18n/languages.ts";
import { newContext } from "./support/browser-context.ts";
import { openHydrated } from "./support/interactions.ts";
import { ageConfirmations, query } from "./support/people.ts";
import { userAccount } from "./support/places.ts";
import { startServer } from "./support/server.ts";
import { signInByForm } from "./support/sign-in.ts";
import { expect, newAddress, test } from "./support/test.ts";

test("while mails are late, every page and dialog that sends or takes a code says so, in each language and also by itself", async ({
  browser,
  onTestFinished,
}) => {
  const server = await startServer();
  onTestFinished(async () => void (await server.stop()));
  const context = await newContext(browser, server.url);
  onTestFinished(() => context.close());
  const { email } = await server.addPerson();
  await signInByForm(context, email, server.mail, server.url);
  await ageConfirmations(server.connection, email);
  const account = await context.newPage();
  await openHydrated(account, userAccount);
  const stranger = await newContext(browser, server.url);
  onTestFinished(() => stranger.close());
  const verify = await stranger.newPage();
  await openHydrated(verify, `/login/verify?email=${newAddress()}`);
  const english = (await serverI18n("en")).t("auth:mailDelay.title");
  expect(await verify.getByText(english).count()).toBe(0);

  // As one that the mail server doesn't take.
  await query(
    server.connection,
    `INSERT INTO mail_queue (sealed_mail, created_at, next_attempt_at, expires_at)
     VALUES ('v1.x', now() - interval '1 minute', now() + interval '1 hour', now() + interval '1 hour')`,
    [],
  );
  await verify.getByRole("alert").getByText(english).waitFor({ timeout: 30_000 });

  for (const { key } of languages) {
    const title = (await serverI18n(key)).t("auth:mailDelay.title");
    for (const path of ["/login", `/login/verify?email=${newAddress()}`]) {
      const response = await fetch(server.url + path, { headers: { cookie: `i18next=${key}` } });
      expect(await response.text(), path).toContain(title);
    }
  }
  expect(await (await context.request.get("/login/confirm")).text()).toContain(english);

  await account.getByRole("button", { name: "Change your email" }).click();
  await account.getByRole("textbox", { name: "New email" }).fill(newAddress());
  await account.keyboard.press("Enter");
  const confirm = account.getByRole("dialog", { name: "Confirm that it’s you" });
  await confirm.getByText(english).waitFor({ timeout: 30_000 });
  await confirm.getByRole("button", { name: "Send code" }).click();
  await confirm.getByRole("textbox", { name: "Code" }).waitFor();
  await confirm.getByText(english).waitFor();
});
