import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { removePasskeys } from "#features/auth/passkeys/server/remove-passkeys.ts";
import { makeAdmin } from "./user-command.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function roleOf(email: string): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ role: string }>('SELECT role FROM "user" WHERE email = $1', [
    email,
  ]);
  return rows[0]?.role;
}

test("an unknown email gets an account that is not onboarded", async () => {
  expect(await makeAdmin(database, "new@example.com")).toBe(
    "new@example.com now has an account and is an administrator.",
  );
  const { rows } = await database.pool.query(
    `SELECT role, email_verified, onboarded_at, name FROM "user" WHERE email = 'new@example.com'`,
  );
  expect(rows).toEqual([{ role: "admin", email_verified: false, onboarded_at: null, name: null }]);
});

test("a user keeps their role and becomes an administrator; a second time changes nothing", async () => {
  await database.pool.query(`INSERT INTO "user" (email, role) VALUES ('old@example.com', 'user')`);
  expect(await makeAdmin(database, "old@example.com")).toBe("old@example.com is now an administrator.");
  expect(await roleOf("old@example.com")).toBe("user,admin");
  expect(await makeAdmin(database, "old@example.com")).toBe("old@example.com is already an administrator.");
  expect(await roleOf("old@example.com")).toBe("user,admin");
});

// optional: passkeys
test("the passkeys of a user are removed and their sessions end, and no one else's", async () => {
  await database.pool.query(`
    WITH added AS (INSERT INTO "user" (email) VALUES ('lost@example.com'), ('other@example.com') RETURNING id),
      sessions AS (INSERT INTO session (token, user_id, expires_at)
        SELECT gen_random_uuid(), id, now() + interval '1 day' FROM added)
    INSERT INTO passkey (user_id, name, credential_id, public_key, counter, transports, is_synced)
      SELECT id, 'Phone', 'credential-' || id, '\\x01', 0, '{}', false FROM added`);
  expect(await removePasskeys(database, "lost@example.com")).toBe(
    "lost@example.com now has no passkeys (removed: 1), and was logged out.",
  );
  const left = await database.pool.query<{ email: string }>(
    `SELECT email FROM "user" JOIN passkey ON passkey.user_id = "user".id JOIN session ON session.user_id = "user".id`,
  );
  expect(left.rows).toEqual([{ email: "other@example.com" }]);
  expect(await removePasskeys(database, "unknown@example.com")).toBe("unknown@example.com has no account.");
});
// end: passkeys
