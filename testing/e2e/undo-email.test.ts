import type { Page } from "playwright-core";
import { axeViolations, toast } from "./support/interactions.ts";
import type { Mailbox } from "./support/mail.ts";
import { query } from "./support/people.ts";
import { userAccount } from "./support/places.ts";
import { expect, newAddress, test } from "./support/test.ts";

/** The link in the notice to the old email, which undoes an email change. */

/** Changes the email of a page's user. @returns the new one, and the path of the link in the notice */
async function changeEmail(page: Page, email: string, mail: Mailbox) {
  const newEmail = newAddress();
  await page.goto(userAccount);
  await page.getByRole("button", { name: "Change your email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your email" });
  await dialog.getByRole("textbox", { name: "New email" }).fill(newEmail);
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Code" }).fill(await mail.codeFor(newEmail));
  await toast(page, `Your email is now ${newEmail}.`).waitFor();
  const notice = await mail.waitFor(email);
  const link = /http\S+\/login\/undo-email\?token=[\w-]+/.exec(notice.text)?.[0];
  if (!link) throw new Error(`The notice has no link:\n${notice.text}`);
  return { newEmail, link };
}

test("its page undoes the change with a button, signed out and without JavaScript, and says what it did", async ({
  signedIn,
  newPage,
  server,
}) => {
  const { page: other, email } = await signedIn();
  const { newEmail, link } = await changeEmail(other, email, server.mail);

  const page = await newPage({ javaScript: false });
  await page.goto(link);
  await page.getByText(`was changed from ${email} to ${newEmail}.`).waitFor();
  await page.getByRole("button", { name: "Undo the change" }).click();
  await page.getByRole("heading", { name: "The change was undone" }).waitFor();
  await page.getByText(`You log in with ${email} again.`).waitFor();
  await page.getByText("All devices were logged out.").waitFor();
  expect((await server.mail.waitFor(newEmail)).subject).toBe("The change of your email was undone");
  await other.goto(userAccount);
  await other.waitForURL("/login?**");

  await page.goto(link);
  await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
  await page.getByRole("link", { name: "Back to login" }).click();
  await page.waitForURL("/login");
});

// optional: ar
test("in Arabic, on a phone: it says that another account has the old email", async ({
  signedIn,
  newPage,
  addPerson,
  server,
}) => {
  const { page: other, email } = await signedIn();
  const { link } = await changeEmail(other, email, server.mail);
  await addPerson({ email });
  const page = await newPage({ language: "ar", theme: "dark", width: 390 });
  await page.goto(link);
  await page.getByRole("button", { name: "إلغاء التغيير" }).click();
  await page.getByText("تابعًا لحساب آخر").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await query(server.connection, `DELETE FROM "user" WHERE email = $1`, [email]);
  await page.getByRole("button", { name: "إلغاء التغيير" }).click();
  await page.getByRole("heading", { name: "أُلغي التغيير" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});
// end: ar
