import { readFile } from "node:fs/promises";
import { axeViolations, openHydrated, toast } from "./support/interactions.ts";
import { ageConfirmations, query } from "./support/people.ts";
import { userAccount } from "./support/places.ts";
import { expect, newAddress, test } from "./support/test.ts";

/** "Confirm that it's you", which the server demands before sensitive actions. */

test("a code confirms that it's the user, and the email change goes on with what they typed", async ({
  signedIn,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 40[03]/);
  const { page, email } = await signedIn();
  await ageConfirmations(server.connection, email);
  await openHydrated(page, userAccount);
  await page.getByRole("button", { name: "Change your email" }).click();
  const change = page.getByRole("dialog", { name: "Change your email" });
  const newEmail = newAddress();
  await change.getByRole("textbox", { name: "New email" }).fill(newEmail);
  await page.keyboard.press("Enter");

  const confirm = page.getByRole("dialog", { name: "Confirm that it’s you" });
  await confirm.getByText(`we’ll send a code to ${email}`).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await confirm.waitFor({ state: "hidden" });
  await change.getByText("Confirm that it’s you to do this").waitFor();
  expect(await change.getByRole("textbox", { name: "New email" }).inputValue()).toBe(newEmail);

  await change.getByRole("button", { name: "Send code" }).click();
  await confirm.getByRole("button", { name: "Send code" }).click();
  const code = await server.mail.codeFor(email);
  const codeField = confirm.getByRole("textbox", { name: "Code" });
  await codeField.fill(code === "000000" ? "111111" : "000000");
  await confirm.getByText("Code is invalid").waitFor();
  await codeField.fill(code);
  await codeField.press("Enter");
  await change.getByText(`Enter the code we sent to ${newEmail}.`).waitFor();
  // The user is asked once.
  await change.getByRole("textbox", { name: "Code" }).fill(await server.mail.codeFor(newEmail));
  await toast(page, `Your email is now ${newEmail}.`).waitFor();
});

test("the confirmation replaces the session's cookie, and the browser's other tabs continue", async ({
  signedIn,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 403/);
  const { page, email } = await signedIn();
  const context = page.context();
  const other = await context.newPage();
  await other.goto(userAccount);
  await ageConfirmations(server.connection, email);
  await openHydrated(page, userAccount);
  const copied = await context.cookies();
  await page.getByRole("link", { name: "Download my data" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm that it’s you" });
  await confirm.getByRole("button", { name: "Send code" }).click();
  const started = page.waitForEvent("download");
  await confirm.getByRole("textbox", { name: "Code" }).fill(await server.mail.codeFor(email));
  await started;

  // The copy is still valid for a few seconds, but not confirmed.
  const cookie = copied.map(({ name, value }) => `${name}=${value}`).join("; ");
  const download = await fetch(new URL("/api/account/data", page.url()), { headers: { cookie } });
  expect(download.status).toBe(403);
  await query(
    server.connection,
    `UPDATE session SET updated_at = session.updated_at - interval '11 seconds'
     FROM "user" WHERE "user".id = session.user_id AND email = $1`,
    [email],
  );
  const session = await fetch(new URL("/api/auth/get-session", page.url()), { headers: { cookie } });
  expect(await session.json()).toBeNull();

  await other.getByRole("link", { name: "Change your name" }).click();
  const change = other.getByRole("dialog", { name: "Update your name" });
  await change.getByRole("textbox", { name: "Name" }).fill("Grace");
  await other.keyboard.press("Enter");
  await toast(other, "Name updated").waitFor();
});

test("without JavaScript, the download leads to a page that confirms with a code", async ({
  signedIn,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 403/);
  const { page, email } = await signedIn({}, { javaScript: false });
  await ageConfirmations(server.connection, email);
  await page.goto(userAccount);
  await page.getByRole("link", { name: "Download my data" }).click();
  await page.waitForURL(`/login/confirm?redirect=${encodeURIComponent(userAccount)}`);
  await page.getByRole("heading", { name: "Confirm that it’s you" }).waitFor();
  await page.getByRole("button", { name: "Send code" }).click();
  const code = await server.mail.codeFor(email);
  const field = page.getByRole("textbox", { name: "Code" });
  await field.fill(code === "000000" ? "111111" : "000000");
  await field.press("Enter");
  await page.getByText("Code is invalid").waitFor();
  await field.fill(code);
  await field.press("Enter");
  await page.waitForURL(userAccount);
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  expect(await readFile(await (await started).path(), "utf8")).toContain(email);
});
