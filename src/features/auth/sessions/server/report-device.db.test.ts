import { expect, test } from "vitest";
import { testAccounts } from "../../account/testing.ts";
import { createBrowser, testAuth, randomEmail, signIn } from "../../testing.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { otherLanguage } from "../../../../../testing/languages.ts";

const env = testAuth();
const accounts = testAccounts(env);

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const newerFirefox = firefox.replaceAll("140.0", "141.0");
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1";

/** Signs in in a new browser, an hour after the last time. */
async function signInWith(email: string, userAgent: string, language = "en") {
  await accounts.passTime(3_600);
  const browser = createBrowser(env.auth);
  const headers = { "user-agent": userAgent, "accept-language": language };
  const send = (path: string, body: object) => browser.post(path, body, headers);
  const asUser = {
    ...browser,
    requestCode: (to: string) => send("/email-otp/send-verification-otp", { email: to, type: "sign-in" }),
    verifyCode: (to: string, otp: string) => send("/sign-in/email-otp", { email: to, otp }),
  };
  await signIn(env, email, asUser);
  return browser;
}

test("a sign-in with another browser or system is reported by mail, once, and the first one isn't", async () => {
  const email = randomEmail();
  await signInWith(email, firefox);
  expect(await accounts.mailsTo(email)).toEqual([]);
  await signInWith(email, newerFirefox);
  expect(await accounts.mailsTo(email)).toEqual([]);

  const { clientAddress } = await signInWith(email, iPhone);
  const [notice, ...others] = await accounts.mailsTo(email);
  expect(others).toEqual([]);
  expect(notice?.subject).toBe("New login to your account");
  const text = notice?.text.replaceAll(/[\u2066-\u2069]/g, "").replaceAll(/\s+/g, " ") ?? "";
  expect(text).toContain("Safari on iOS");
  expect(text).toContain(`from ${clientAddress}`);
  expect(text).toMatch(/\d{1,2}:\d\d:\d\d\s[AP]M UTC/);
  expect(text).toContain("http://localhost:3000/account");
  await signInWith(email, iPhone);
  expect(await accounts.mailsTo(email)).toHaveLength(1);
});

test("the mail is in the language of the sign-in", async () => {
  const email = randomEmail();
  await signInWith(email, firefox);
  await signInWith(email, iPhone, otherLanguage);
  expect((await accounts.mailsTo(email))[0]?.subject).toBe(
    (await serverI18n(otherLanguage)).t("authMails:notices.newDevice.subject"),
  );
});

test("an unknown program counts as a device of its own", async () => {
  const email = randomEmail();
  await signInWith(email, firefox);
  await signInWith(email, "Reader/1.0");
  expect((await accounts.mailsTo(email))[0]?.text).toContain("unknown browser");
  await signInWith(email, "another program");
  expect(await accounts.mailsTo(email)).toHaveLength(1);
});
