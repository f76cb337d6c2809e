import type { Locator, Page } from "playwright-core";
import { sendOperation } from "../operations.ts";
import { axeViolations, openHydrated, toast } from "./support/interactions.ts";
import { addSession, query } from "./support/people.ts";
import { userAccount } from "./support/places.ts";
import { expect, newAddress, test as base } from "./support/test.ts";

/** Manager's users, as an administrator, as others and as a banned user see them. */

const test = base
  /** A word in the names of a test's users, so that the search finds no others. */
  .extend("word", () => `W${crypto.randomUUID().slice(0, 8)}`)
  .extend("page", async ({ newPageOf }) => await newPageOf({ role: "admin", name: "Ada Admin" }));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
/** The distance between the ends of a cell and of its table. */
const endGap = (cell: Element) =>
  (cell.closest("table")?.getBoundingClientRect().right ?? 0) - cell.getBoundingClientRect().right;
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test(
  "an administrator creates a user, who follows the invitation and is asked for their name",
  { tags: "smoke" },
  async ({ page, newPage, signIn, server, word }) => {
    await openHydrated(page, "/manager/account");
    const configuration = page.getByRole("list", { name: "Configuration" });
    await configuration.getByRole("link", { name: "Users" }).click();
    await page.getByRole("link", { name: "New user" }).click();
    await page.waitForURL("/manager/users/new");
    await button(page, "Create").click();
    for (const text of ["Name is required", "Email is required"])
      await page.getByText(text).first().waitFor();
    await page.getByRole("textbox", { name: "Email" }).fill("no email");
    await button(page, "Create").click();
    await page.getByText("Email is invalid").waitFor();
    const email = newAddress();
    await page.getByRole("textbox", { name: "Name" }).fill(`${word} Invited`);
    await page.getByRole("textbox", { name: "Email" }).fill(email.toUpperCase());
    expect(await page.getByRole("checkbox", { name: "User", exact: true }).isChecked()).toBe(true);
    await button(page, "Create").click();
    await toast(page, "Saved").waitFor();
    await page.getByRole("heading", { name: `${word} Invited` }).waitFor();
    await page.getByText("Not verified").waitFor();
    await page.getByText("No user sessions").waitFor();

    const mail = await server.mail.waitFor(email);
    expect(mail.text).toContain("Ada Admin created an account for you");
    const invited = await newPage();
    await signIn(invited, email);
    await invited.waitForURL("**/onboarding?**");
    expect(await invited.getByRole("textbox").inputValue()).toBe("");
  },
);

test("a taken email is reported on the field, and the form keeps what was typed", async ({
  page,
  addPerson,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  const { email } = await addPerson();
  await openHydrated(page, "/manager/users/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Someone Else");
  await page.getByRole("textbox", { name: "Email" }).fill(email.toUpperCase());
  await button(page, "Create").click();
  await page.getByText("Email already used").waitFor();
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Someone Else");
  expect(await axeViolations(page)).toEqual([]);
});

test("users are searched, filtered and sorted, and the URL keeps it", async ({ page, addPerson, word }) => {
  await addPerson({ name: `${word} Zoë` });
  await addPerson({ name: `${word} Éva`, role: "admin" });
  const { email } = await addPerson({ name: null, onboarded: false });
  await openHydrated(page, "/manager/users");
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  const search = page.getByRole("searchbox");
  await search.fill(`${word.toLowerCase()} eva`);
  await page.getByText("1 result for").waitFor();
  await row(page, `${word} Éva`).getByText("Administrator").waitFor();
  await search.fill(email.slice(0, 13));
  await row(page, email).getByText("N/A").waitFor();
  await search.fill(word);
  await page.getByText("2 results for").waitFor();
  await page.getByRole("button", { name: "Role" }).click();
  await page
    .getByRole("menuitemradio", { name: "Administrator" })
    .or(page.getByRole("menuitem", { name: "Administrator" }))
    .click();
  await page.waitForURL((url) => url.searchParams.get("role") === "admin");
  await page.getByText("1 result for").waitFor();
  await page.reload();
  await page.getByText("1 result for").waitFor();
});

test.for([1280, 390])(
  "a user is a card with picture, name, email and badges, in the list and on their page (%s px)",
  async (width, { newPageOf, addPerson, server, word }) => {
    const page = await newPageOf({ role: "admin" }, { width });
    const { id, email } = await addPerson({ name: `${word} Card`, role: "admin" });
    await query(server.connection, `UPDATE "user" SET email_verified = false WHERE id = $1`, [id]);
    await openHydrated(page, `/manager/users?searchTerm=${word}`);
    const expectCard = async (parent: Locator) => {
      const card = parent.locator("div:has(> .avatar)");
      for (const text of [`${word} Card`, email, "Administrator", "Not verified"])
        await card.getByText(text, { exact: true }).waitFor();
    };
    await expectCard(row(page, word).getByRole("rowheader"));
    // Cards are below each other, without cells beside them.
    const right = await row(page, word).getByRole("rowheader").evaluate(endGap);
    expect(right < 50).toBe(width === 390);
    await page.getByRole("link", { name: `${word} Card` }).click();
    await page.waitForURL(/\/manager\/users\/[\da-f-]{36}$/);
    await page.getByRole("heading", { level: 1, name: `${word} Card` }).waitFor();
    await expectCard(page.getByRole("main"));
  },
);

test("users are sorted by their email from the header of the cards", async ({ page, addPerson, word }) => {
  const people = await Promise.all(["A", "B"].map((name) => addPerson({ name: `${word} ${name}` })));
  await openHydrated(page, `/manager/users?searchTerm=${word}`);
  const header = page.getByRole("columnheader", { name: "Name" });
  expect(await header.getAttribute("aria-sort")).toBe("ascending");
  await header.getByRole("link", { name: "Email" }).click();
  await page.waitForURL((url) => url.searchParams.get("sort") === "email");
  const sorted = people.map(({ email }) => email).toSorted();
  const shown = () => page.getByRole("rowheader").getByText("@").allInnerTexts();
  await expect.poll(async () => (await shown()).map((text) => text.replaceAll("\n", ""))).toEqual(sorted);
});

test("the list of users is counted, and more can be loaded", async ({ page, addPerson, word }) => {
  for (let count = 1; count <= 21; count += 1) await addPerson({ name: `${word} ${count}` });
  await openHydrated(page, "/manager/users");
  await page.getByText(/^Showing 20 of \d+$/).waitFor();
  await page.getByRole("searchbox").fill(word);
  await page.getByText(`21 results for "${word}"`).waitFor();
  await page.waitForURL(`/manager/users?searchTerm=${word}`);
  expect(await row(page, word).count()).toBe(20);
  await button(page, "Load more").click();
  await expect.poll(() => row(page, word).count()).toBe(21);
  await button(page, "Clear search").click();
  await page.waitForURL("/manager/users");
});

test("a ban ends the user's pages at the next request, and only the mailbox's owner learns of it", async ({
  page,
  signedIn,
  newPage,
  signIn,
  server,
  expectProblem,
}) => {
  // The banned user's code.
  expectProblem(/status of 403/);
  const person = await signedIn({ name: "Bea Banned" });
  await person.page.goto(userAccount);
  await openHydrated(page, `/manager/users?searchTerm=${person.email}`);
  await page.getByRole("link", { name: "Bea Banned" }).click();
  await button(page, "Ban").click();
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("Spam");
  expect(await axeViolations(page)).toEqual([]);
  const end = dialog(page).getByRole("textbox", { name: "End date" });
  await end.fill("31/11/2099");
  await end.press("Enter");
  await dialog(page).getByText("31/11/2099 isn’t a date").waitFor();
  await end.fill("");
  await dialog(page).getByRole("button", { name: "Ban", exact: true }).click();
  await toast(page, "User banned").waitFor();
  await page.getByText("This user is banned").waitFor();
  await page.getByText("Spam").waitFor();
  await page.getByText("No user sessions").waitFor();

  await person.page.goto(userAccount);
  await person.page.waitForURL("**/login?**");
  const stranger = await newPage();
  await stranger.goto("/login");
  await stranger.locator("input[name=email]").fill(person.email);
  await stranger.keyboard.press("Enter");
  await stranger.waitForURL("**/login/verify?**");
  await stranger.getByText("we sent a code to").waitFor();
  const code = await server.mail.codeFor(person.email);
  await stranger.locator("input[name=code]").fill(code);
  await stranger.getByText("You have been banned from this application").waitFor();

  await button(page, "Unban").click();
  await dialog(page).getByRole("button", { name: "Unban" }).click();
  await toast(page, "User unbanned").waitFor();
  await person.page.goto(userAccount);
  await person.page.waitForURL("**/login?**");
  await query(server.connection, "delete from budget where key like $1", [`%${person.email}%`]);
  await signIn(person.page, person.email);
});

test("an administrator revokes one session or all, but not the one in use", async ({
  page,
  signedIn,
  server,
}) => {
  const person = await signedIn({ name: "Sam Sessions" });
  for (let count = 0; count < 2; count += 1) await addSession(server.connection, person.email);
  await openHydrated(page, `/manager/users?searchTerm=${person.email}`);
  await page.getByRole("link", { name: "Sam Sessions" }).click();
  const sessions = page.getByRole("region", { name: "User sessions" }).getByRole("listitem");
  await expect.poll(() => sessions.count()).toBe(3);
  expect(await sessions.filter({ hasText: "Unknown device" }).first().innerText()).toMatch(
    /Updated now\s[^]*Session .?\S{8}.?\s[^]*Expires .*\d/,
  );
  await sessions
    .filter({ hasText: "Chrome" })
    .getByRole("button", { name: /Revoke/ })
    .click();
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  await toast(page, "Session revoked").waitFor();
  await expect.poll(() => sessions.count()).toBe(2);
  await person.page.goto(userAccount);
  await person.page.waitForURL("**/login?**");
  await button(page, "Revoke all").click();
  await dialog(page).getByRole("button", { name: "Revoke all" }).click();
  await toast(page, "2 sessions revoked").waitFor();
  await page.getByText("No user sessions").waitFor();
});

test("on a phone the actions on a user are in one menu, and the exact time of a session is a tap away", async ({
  newPageOf,
  addPerson,
  server,
}) => {
  const person = await addPerson({ name: "Phone Person" });
  await addSession(server.connection, person.email);
  const page = await newPageOf({ role: "admin" }, { width: 390 });
  await openHydrated(page, `/manager/users/${person.id}`);
  for (const name of ["Ban", "Delete"]) expect(await button(page, name).count()).toBe(0);
  await button(page, "Updated now").click();
  await page
    .getByRole("tooltip")
    .getByText(/20\d\d/)
    .waitFor();
  await button(page, "Actions").click();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual([
    "Edit user",
    "Impersonate", // optional: impersonation
    "Ban",
    "Delete",
  ]);
  await page.getByRole("menuitem", { name: "Ban" }).click();
  await dialog(page).getByRole("textbox", { name: "Reason" }).waitFor();
  expect(await dialog(page).getByRole("checkbox", { name: "Also revoke API keys" }).isChecked()).toBe(true); // optional: api-keys
  await page.keyboard.press("Escape");
  await expect.poll(() => button(page, "Actions").evaluate((it) => it === document.activeElement)).toBe(true);
});

test("an administrator's own page has no ban and no deletion, and keeps the role and this session", async ({
  signedIn,
  expectProblem,
}) => {
  expectProblem(/status of 403/);
  const { page, email } = await signedIn({ role: "admin", name: "Own Admin" });
  await openHydrated(page, `/manager/users?searchTerm=${email}`);
  await page.getByRole("link", { name: "Own Admin" }).click();
  await page.getByText("This device").waitFor();
  const ban = await sendOperation(page.context(), "users/ban", { id: page.url().split("/").at(-1) });
  expect(ban.status()).toBe(403);
  expect(await ban.json()).toMatchObject({
    json: { code: "YOU_CANNOT_BAN_YOURSELF", message: "You cannot ban yourself" },
  });
  for (const name of ["Ban", "Delete", "Revoke all"]) expect(await button(page, name).count()).toBe(0);
  const { pathname } = new URL(page.url());
  expect(pathname).toMatch(/^\/manager\/users\/[\da-f-]{36}$/);
  await page.getByRole("link", { name: "Edit user" }).click();
  await page.waitForURL(`${pathname}/update`);
  await page.getByRole("checkbox", { name: "Administrator" }).uncheck();
  await page.getByRole("checkbox", { name: "User", exact: true }).check();
  await button(page, "Save").click();
  await page.getByText("You cannot remove your own administrator role").waitFor();
});

test("giving someone the administrator's role asks for a confirmation first", async ({
  signedIn,
  addPerson,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 403/);
  const person = await addPerson({ name: "Promoted Person" });
  const { page, email } = await signedIn({ role: "admin" });
  await query(
    server.connection,
    `update session set confirmed_at = null from "user" where "user".id = user_id and email = $1`,
    [email],
  );
  await openHydrated(page, `/manager/users/${person.id}/update`);
  await page.getByRole("checkbox", { name: "Administrator" }).check();
  await button(page, "Save").click();
  const confirm = page.getByRole("dialog", { name: "Confirm that it’s you" });
  await confirm.getByRole("button", { name: "Send code" }).click();
  await confirm.getByRole("textbox", { name: "Code" }).fill(await server.mail.codeFor(email));
  await toast(page, "Saved").waitFor();
  await page.getByText("Administrator", { exact: true }).waitFor();
});

test("what two administrators change at the same time is merged, and what both changed is asked for", async ({
  page,
  newPageOf,
  addPerson,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  const person = await addPerson({ name: "Merged Person" });
  const other = await newPageOf({ role: "admin" });
  for (const each of [page, other]) await openHydrated(each, `/manager/users/${person.id}/update`);
  await other.getByRole("textbox", { name: "Name" }).fill("Renamed Person");
  await button(other, "Save").click();
  await toast(other, "Saved").waitFor();
  await page.getByRole("checkbox", { name: "Administrator" }).check();
  await button(page, "Save").click();
  await toast(page, "Saved").waitFor();
  await page.getByRole("heading", { name: "Renamed Person" }).waitFor();
  await page.getByText("Administrator", { exact: true }).waitFor();
  const stored = await query(server.connection, `select role from "user" where id = $1`, [person.id]);
  expect(stored).toEqual([{ role: "user,admin" }]);
});

test("deleting a user leads back to the list with its search", async ({ page, addPerson, word }) => {
  await addPerson({ name: `${word} Gone` });
  await addPerson({ name: `${word} Stays` });
  await openHydrated(page, "/manager/users");
  await page.getByRole("searchbox").fill(word);
  await page.getByText("2 results for").waitFor();
  await page.getByRole("link", { name: `${word} Gone` }).click();
  await button(page, "Delete").click();
  await page.getByRole("dialog", { name: `Delete ${word} Gone` }).waitFor();
  await dialog(page).getByText("This action cannot be undone.").waitFor();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await toast(page, "User deleted").waitFor();
  await page.waitForURL(`/manager/users?searchTerm=${word}`);
  await page.getByText("1 result for").waitFor();
});

test("several users are banned, unbanned, logged out and deleted together", async ({
  page,
  server,
  addPerson,
  word,
}) => {
  for (const name of ["One", "Two"]) await addPerson({ name: `${word} ${name}` });
  await openHydrated(page, `/manager/users?searchTerm=${word}`);
  const act = async (action: string, done: string, fill?: () => Promise<void>) => {
    await page
      .getByRole("checkbox", { name: "Select all" })
      .or(page.getByRole("columnheader").getByRole("checkbox"))
      .first()
      .check();
    await button(page, action).click();
    await fill?.();
    await dialog(page).getByRole("button", { name: action, exact: true }).click();
    await toast(page, done).waitFor();
  };
  await act("Ban", "2 users banned", async () => {
    await dialog(page).getByRole("textbox", { name: "Reason" }).fill(`${word} spam`);
    await dialog(page).getByRole("textbox", { name: "End date" }).fill("31/12/2099");
  });
  await expect.poll(() => row(page, word).getByText("Banned").count()).toBe(2);
  const bans = await query<{ ban_expires: Date }>(
    server.connection,
    'select ban_expires from "user" where ban_reason = $1',
    [`${word} spam`],
  );
  expect(bans.map(({ ban_expires }) => ban_expires.getFullYear())).toEqual([2099, 2099]);
  await act("Unban", "2 users unbanned");
  await act("Revoke sessions", "Sessions of 2 users revoked");
  await act("Delete", "2 users deleted");
  await page.getByText(`No results for`).waitFor();
});

// optional: csv
test("the list is exported as it is filtered", async ({ page, addPerson, word }) => {
  await addPerson({ name: `${word} =1+1` });
  await openHydrated(page, `/manager/users?searchTerm=${word}`);
  const response = await page.context().request.get(`/api/users.csv?searchTerm=${word}`);
  const [header, first, ...others] = (await response.text()).trim().split("\r\n");
  expect(header).toBe("Name,Email,Verified email,Roles,Banned,Onboarded,Created,Updated");
  expect(first).toContain(`${word} =1+1`);
  expect(others).toEqual([]);
  expect(await page.getByRole("link", { name: "Export" }).getAttribute("href")).toContain(
    `searchTerm=${word}`,
  );
});
// end: csv

test("users without the permission see no users, in no way", async ({
  newPageOf,
  addPerson,
  expectProblem,
}) => {
  expectProblem(/status of 403/);
  const person = await addPerson();
  const page = await newPageOf();
  for (const path of ["/manager/users", `/manager/users/${person.id}`]) {
    expect((await page.goto(path))?.status()).toBe(403);
    await page.getByText("You do not have access to this page").waitFor();
  }
  const { request } = page.context();
  const codeOf = async (path: string) => ((await (await request.get(path)).json()) as { code: string }).code;
  const denial = async (name: string, input: object = {}) => {
    const response = await sendOperation(page.context(), name, input);
    const { code, message } = ((await response.json()) as { json: { code: string; message: string } }).json;
    return `${response.status()} ${code}: ${message}`;
  };
  const id = person.id;
  const allowed = "403 YOU_ARE_NOT_ALLOWED_TO_";
  expect(await denial("users/list")).toBe(`${allowed}LIST_USERS: You are not allowed to list users`);
  expect(await codeOf("/api/auth/admin/list-users")).toBe("YOU_ARE_NOT_ALLOWED_TO_LIST_USERS");
  expect(await denial("auth/listUserSessions", { id })).toBe(
    `${allowed}LIST_USERS_SESSIONS: You are not allowed to list users' sessions`,
  );
  expect(await denial("auth/revokeUserSessions", { id })).toBe(
    `${allowed}REVOKE_USERS_SESSIONS: You are not allowed to revoke users' sessions`,
  );
  expect(await denial("users/create")).toBe(`${allowed}CREATE_USERS: You are not allowed to create users`);
  expect(await denial("users/ban", { id })).toBe(`${allowed}BAN_USERS: You are not allowed to ban users`);
  expect(await denial("users/delete", { id })).toBe(
    `${allowed}DELETE_USERS: You are not allowed to delete users`,
  );
  // optional: impersonation
  expect(await denial("users/impersonate", { id })).toBe(
    `${allowed}IMPERSONATE_USERS: You are not allowed to impersonate users`,
  );
  // end: impersonation
  // optional: activity
  expect(await denial("activity/list")).toBe(
    "403 FORBIDDEN: You are not allowed to access resource: activity",
  );
  // end: activity
  expect((await request.get("/api/users.csv")).status()).toBe(403); // optional: csv
});
