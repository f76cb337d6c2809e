import { randomUUID } from "node:crypto";
import type { DatabaseConnection } from "#server/database/connect.ts";
import { axeViolations, openHydrated, toast } from "./support/interactions.ts";
import { query } from "./support/people.ts";
import { userAccount } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

test("an API key is created, copied, used by a program, and revoked; its user sees that it is still used", async ({
  signedIn,
  server,
}) => {
  const { page, email } = await signedIn({ role: "admin" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openHydrated(page, userAccount);
  const card = page.getByRole("region", { name: "API keys" });
  await card.getByRole("button", { name: "Create an API key" }).click();
  const form = page.getByRole("dialog", { name: "Create an API key" });
  await form.getByRole("textbox", { name: "Name" }).fill("Backup script");
  await form.getByRole("button", { name: "Create key" }).click();
  await form.getByText("Choose at least one permission").waitFor();
  const permissions = form.getByRole("combobox", { name: "Permissions" });
  await permissions.fill("users");
  await form.getByRole("option", { name: "Users: Create" }).click();
  await permissions.fill("users: li");
  await permissions.press("Enter");
  await permissions.press("Escape");
  await form.getByRole("group", { name: "Users: Create" }).press("Delete");
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole("button", { name: "Create key" }).click();

  const shown = page.getByRole("dialog", { name: "Copy your API key" });
  await shown.waitFor();
  await page.keyboard.press("Escape");
  await shown.getByRole("button", { name: "Copy" }).click();
  await toast(page, "API key copied").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(await shown.getByRole("textbox", { name: "API key" }).inputValue()).toBe(key);
  await shown.getByRole("button", { name: "Done" }).click();
  expect((await server.mail.waitFor(email)).subject).toBe("An API key was created for your account");

  const headers = { authorization: `Bearer ${key}` };
  const call = async (path: string, init: RequestInit = {}) =>
    (await fetch(new URL(path, server.url), { headers, ...init })).status;
  expect(await call("/api/rest/users")).toBe(200);
  expect(await call("/api/rest/users/x/sessions")).toBe(403);
  expect(await call("/api/auth/sign-out", { method: "POST" })).toBe(403);

  const row = card.getByRole("listitem").filter({ hasText: "Backup script" }).first();
  await row.getByRole("button", { name: "Revoke Backup script" }).click();
  const question = page.getByRole("dialog", { name: "Revoke this API key?" });
  await question.getByRole("button", { name: "Revoke" }).click();
  await toast(page, "API key revoked").waitFor();
  await card.getByText("Backup script").waitFor({ state: "hidden" });
  expect(await call("/api/rest/users")).toBe(401);

  await openHydrated(page, userAccount);
  const warning = card.getByRole("list", { name: "Used after they ended" });
  await warning.getByRole("button", { name: "Used after it ended: now" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await warning.getByRole("button", { name: "Dismiss Backup script" }).click();
  const dismissal = page.getByRole("dialog", { name: "Dismiss this warning?" });
  await dismissal.getByRole("button", { name: "Dismiss" }).click();
  await toast(page, "Warning dismissed").waitFor();
  await card.getByText("Backup script").waitFor({ state: "hidden" });
});

test("an administrator revokes API keys of a user: one, and the others with all sessions", async ({
  newPageOf,
  signedIn,
  server,
}) => {
  const page = await newPageOf({ role: "admin" });
  const dialog = page.getByRole("dialog");
  const person = await signedIn({ name: "Kim Keys" });
  for (const name of ["Backup", "Export", "Sync"]) await addKey(server.connection, { ...person, name });
  await openHydrated(page, `/manager/users?searchTerm=${person.email}`);
  await page.getByRole("link", { name: "Kim Keys" }).click();
  const keys = page.getByRole("region", { name: "API keys" });
  await expect.poll(() => keys.getByRole("listitem").filter({ hasText: "Users: List" }).count()).toBe(6);
  await page.getByRole("button", { name: "Revoke Backup" }).click();
  await dialog.getByText("Programs that use").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await toast(page, "API key revoked").waitFor();
  await keys.getByText("Backup").waitFor({ state: "hidden" });
  const mail = await server.mail.waitFor(person.email);
  expect([mail.subject, mail.text]).toEqual([
    "API keys of your account were revoked",
    expect.stringContaining("Backup"),
  ]);

  const sessions = page.getByRole("region", { name: "User sessions" });
  await sessions.getByRole("button", { name: "Revoke all" }).click();
  expect(await dialog.getByRole("checkbox", { name: "Also revoke API keys" }).isChecked()).toBe(true);
  await dialog.getByRole("button", { name: "Revoke all" }).click();
  await keys.getByText("No API keys").waitFor();
});

// optional: activity
test("what was done with an API key is found by the key's name, also after it has ended", async ({
  newPageOf,
  addPerson,
  server,
}) => {
  const page = await newPageOf({ role: "admin" });
  const person = await addPerson();
  const key = randomUUID();
  await query(
    server.connection,
    `INSERT INTO activity (action, subject_type, subject_id, subject_name, actor_id, actor_name, key_id, key_name)
     VALUES ('update', 'user', $1, $2, $3, 'Uma', $4, 'Nightly import')`,
    [person.id, person.name, randomUUID(), key],
  );
  await openHydrated(page, `/manager/activity?person=${person.id}`);
  await page.getByText("With the API key Nightly import").getByRole("link").click();
  await page.waitForURL((url) => url.searchParams.get("key") === key);
  await expect.poll(() => page.locator("main ol > li").count()).toBe(1);
  await page.getByRole("link", { name: /^Remove filter: With the API key/ }).click();
  await page.waitForURL((url) => !url.searchParams.has("key"));
});
// end: activity

test("the API documentation sends a request with a key, which it doesn't show", async ({
  signedIn,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  const { page } = await signedIn({ role: "admin" });
  await page.goto("/api/docs#users.list");
  const operation = page.locator('[id="users.list"]');
  await page.getByLabel("API key").fill("key_0");
  await operation.getByRole("button", { name: "Send request" }).click();
  await operation.locator(".answer", { hasText: "INVALID_API_KEY" }).waitFor();
  expect(await operation.locator(".curl").textContent()).toContain("Bearer $API_KEY");
});

/** Inserts an API key of a user, which no one has. @param o.name of the key */
async function addKey(
  connection: DatabaseConnection,
  { email, name }: { email: string; name: string },
): Promise<void> {
  await query(
    connection,
    `INSERT INTO api_key (user_id, name, key_hash, start, permissions, expires_at)
     SELECT id, $2, $3, 'key_abcd', '{user:list}', now() + interval '1 day' FROM "user" WHERE email = $1`,
    [email, name, randomUUID() + "x".repeat(7)],
  );
}
