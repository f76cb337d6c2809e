import type { Page } from "playwright-core";
import { library } from "./support.ts";
import { openHydrated, toast } from "../support/interactions.ts";
import { failChanges } from "../support/failing.ts";
import { addSession } from "../support/people.ts";
import { userAccount } from "../support/places.ts";
import { expect, newAddress, test, uniqueWord } from "../support/test.ts";

/** What people see when the server fails to make a change (specification, "Operation toasts"). */

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name });

test("each change of a book or a user that fails says which, and a form keeps its values", async ({
  signedIn,
  addPerson,
  server,
  expectProblem,
  onTestFinished,
}) => {
  expectProblem(/500/);
  const { page } = await signedIn({ role: "admin" });
  const context = page.context();
  const word = uniqueWord();
  const book = await library(context).add({ title: `${word} Kept` });
  const person = await addPerson({ name: `${word} Kept` });
  for (let count = 0; count < 2; count += 1) await addSession(server.connection, person.email);
  const allow = await failChanges(server.connection, [
    ["INSERT", "book", `NEW.title = '${word}'`],
    ["UPDATE", "book", `OLD.id = '${book.id}'`],
    ["DELETE", "book", `OLD.id = '${book.id}'`],
    ["INSERT", "user", `NEW.name = '${word}'`],
    ["UPDATE", "user", `OLD.id = '${person.id}'`],
    ["DELETE", "user", `OLD.id = '${person.id}'`],
    ["DELETE", "session", `OLD.user_id = '${person.id}'`],
  ]);
  onTestFinished(allow);
  /** Opens a page of its own, so that a changed form doesn't keep the next one from opening. */
  const open = async (path: string) => {
    const opened = await context.newPage();
    await openHydrated(opened, path);
    return opened;
  };

  const newBook = await open("/manager/books/new");
  await newBook.getByRole("textbox", { name: "Title" }).fill(word);
  for (const [name, text] of [
    ["Author", word],
    ["Genre", "Drama"],
  ] as const) {
    await newBook.getByRole("combobox", { name, exact: true }).fill(text);
    await newBook.getByRole("option", { name: text }).click();
  }
  await button(newBook, "Create").click();
  await toast(newBook, "Failed to create book").waitFor();
  expect(await newBook.getByRole("textbox", { name: "Title" }).inputValue()).toBe(word);

  const newUser = await open("/manager/users/new");
  await newUser.getByRole("textbox", { name: "Name" }).fill(word);
  await newUser.getByRole("textbox", { name: "Email" }).fill(newAddress());
  await button(newUser, "Create").click();
  await toast(newUser, "Failed to create user").waitFor();

  for (const [path, name, field] of [
    [`/manager/books/${book.id}`, "book", "Title"],
    [`/manager/users/${person.id}`, "user", "Name"],
  ] as const) {
    const form = await open(`${path}/update`);
    await form.getByRole("textbox", { name: field }).fill(`${word} Changed`);
    await button(form, "Save").click();
    await toast(form, `Failed to update ${name}`).waitFor();
    expect(await form.getByRole("textbox", { name: field }).inputValue()).toBe(`${word} Changed`);

    const record = await open(path);
    await button(record, "Delete").click();
    await inDialog(record, "Delete").click();
    await toast(record, `Failed to delete ${name}`).waitFor();
  }

  const user = await open(`/manager/users/${person.id}`);
  await user
    .getByRole("button", { name: /^Revoke .*/ })
    .last()
    .click();
  await inDialog(user, "Revoke").click();
  await toast(user, "Failed to revoke session").waitFor();
  await user.keyboard.press("Escape");
  await button(user, "Revoke all").click();
  await inDialog(user, "Revoke all").click();
  await toast(user, "Failed to revoke all sessions").waitFor();
});

test.for([true, false])(
  "an onboarding and a sign-out that fail say so where the person is, and keep the name (JavaScript: %s)",
  async (javaScript, { newPage, addPerson, signIn, server, expectProblem }) => {
    expectProblem(/status of 503|503 from|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const person = await addPerson({ name: null, onboarded: false });
    const page = await newPage({ javaScript });
    await signIn(page.context(), person.email);
    const allowOnboarding = await failChanges(server.connection, [
      ["UPDATE", "user", `OLD.id = '${person.id}'`],
    ]);
    const allowSignOut = await failChanges(server.connection, [
      ["DELETE", "session", `OLD.user_id = '${person.id}'`],
    ]);
    try {
      await page.goto(userAccount);
      await page.getByRole("textbox").fill("Nadia");
      await button(page, "Continue").click();
      await toast(page, "Your onboarding failed due to an unexpected error").waitFor();
      expect(await page.getByRole("textbox").inputValue()).toBe("Nadia");
      await allowOnboarding();
      await button(page, "Continue").click();
      await page.waitForURL(userAccount);
      await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
      await inDialog(page, "Confirm").click();
      await toast(page, "Failed to log out").waitFor();
      expect(new URL(page.url()).pathname).toBe(userAccount);
      await allowSignOut();
      if (!javaScript) return;
      await page
        .getByRole("region", { name: "Notifications" })
        .getByRole("alert")
        .getByRole("button")
        .click();
      await page.context().setOffline(true);
      await inDialog(page, "Confirm").click();
      await toast(page, "Failed to log out").waitFor();
      expect(new URL(page.url()).pathname).toBe(userAccount);
      await page.context().setOffline(false);
      await inDialog(page, "Confirm").click();
      await page.waitForURL("/login");
    } finally {
      await allowOnboarding();
      await allowSignOut();
    }
  },
);
