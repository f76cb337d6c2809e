import { twoFactor } from "better-auth/plugins/two-factor";
import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import { createBrowser, createTestAuth, infoOf, signIn, type TestAuth } from "../testing.ts";
import { describeAuth } from "./describe-auth.ts";
import { handleAuthRequest } from "./handler.ts";

/* A plugin of better-auth is added as a product does it: the plugin in plugins.ts, its table and column in table.ts, a migration. */

const twoFactorTable = pgTable("two_factor", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  secret: text("secret").notNull(),
  backupCodes: text("backup_codes").notNull(),
  verified: boolean("verified").default(true),
  failedVerificationCount: integer("failed_verification_count").default(0),
  lockedUntil: timestamp("locked_until", { withTimezone: true }),
});

/** The table with the plugin's column, which a product adds to its own. */
const userTable = pgTable("user", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name"),
  email: text("email").notNull(),
  emailVerified: boolean("email_verified").notNull(),
  image: text("image"),
  onboardedAt: timestamp("onboarded_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  twoFactorEnabled: boolean("two_factor_enabled"),
});

let env: TestAuth;

beforeAll(async () => {
  env = await createTestAuth({
    plugins: [twoFactor({ allowPasswordless: true })],
    pluginTables: { twoFactor: twoFactorTable, user: userTable },
  });
  await env.database.sql.execute(sql`
    create table two_factor (
      id uuid primary key default gen_random_uuid(), user_id uuid not null references "user" (id) on delete cascade,
      secret text not null, backup_codes text not null, verified boolean default true,
      failed_verification_count integer default 0, locked_until timestamptz)`);
  await env.database.sql.execute(sql`alter table ${user} add column two_factor_enabled boolean`);
});
afterAll(() => env.database.drop());

const isEnabled = async (email: string) =>
  (
    await env.database.sql.execute<{ enabled: boolean | null }>(
      sql`select two_factor_enabled as enabled from "user" where email = ${email}`,
    )
  ).rows[0]?.enabled;

test("its endpoints are open, for the user of our session", async () => {
  const { browser, email } = await signIn(env);
  const enabled = await browser.post("/two-factor/enable");
  expect(enabled).toMatchObject({ status: 200, body: { backupCodes: expect.any(Array) } });
  const { totpURI } = enabled.body as { totpURI: string };
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  expect(secret).not.toBe("");
  expect(await isEnabled(email)).not.toBe(true);
  expect((await browser.post("/two-factor/verify-totp", { code: "000000" })).status).toBe(401);
  const { rows } = await env.database.sql.execute(sql`select from two_factor`);
  expect(rows).toHaveLength(1);
  expect((await createBrowser(env.auth).post("/two-factor/enable")).status).toBe(401);
});

test("its endpoints have no session that has ended, and the log names the user of one that has not", async () => {
  const { browser, response } = await signIn(env);
  const { id } = (response.body as { user: { id: string } }).user;
  const logged: unknown[] = [];
  async function enable() {
    const request = new Request("http://localhost:3000/api/auth/two-factor/enable", {
      method: "POST",
      headers: {
        cookie: browser.cookies(),
        origin: "http://localhost:3000",
        "content-type": "application/json",
      },
      body: "{}",
    });
    const info = {
      ...infoOf(env.auth, request, browser.clientAddress),
      addToLog: ({ user }: Record<string, unknown>) => void logged.push(user),
    };
    return (await handleAuthRequest(env.auth, request, info)).status;
  }
  expect(await enable()).toBe(200);
  expect(logged).toEqual([id]);
  await env.database.sql.execute(
    sql`update session set created_at = now() - interval '91 days' where user_id = ${id}`,
  );
  expect(await enable()).toBe(401);
});

test("its endpoints are limited for each client", async () => {
  const browser = createBrowser(env.auth);
  const send = () => browser.post("/two-factor/verify-totp", { code: "000000" });
  const responses = [];
  for (let i = 0; i < 4; i++) responses.push((await send()).status);
  expect(responses.slice(0, 3)).not.toContain(429);
  const rejected = await send();
  expect(rejected).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await createBrowser(env.auth).post("/two-factor/verify-totp", { code: "000000" })).status).not.toBe(
    429,
  );
});

test("its endpoints reject other sites' pages", async () => {
  const { browser, email } = await signIn(env);
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const rejected = await browser.post("/two-factor/enable", {}, headers);
  expect(rejected).toMatchObject({ status: 403, body: { code: "INVALID_ORIGIN" } });
  expect(await isEnabled(email)).not.toBe(true);
});

// optional: rest
test("its endpoints are described", () => {
  const { paths = {} } = describeAuth(env.auth);
  expect(paths["/two-factor/enable"]?.post).toMatchObject({
    summary: "Enable two factor authentication",
    requestBody: { content: { "application/json": { schema: { type: "object" } } } },
  });
  expect(paths["/sign-up/email"]).toBeUndefined();
});
// end: rest
