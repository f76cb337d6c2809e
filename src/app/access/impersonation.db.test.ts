import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outcomeOf, mailsTo } from "../../../testing/context.ts";
import { accessFor } from "./access.ts";
import { sessionCookie } from "#features/auth/server/cookies.ts";
import { endExpiredImpersonations } from "#features/auth/sessions/server/impersonation.ts";
import { device, session } from "#features/auth/table.ts";
import { anotherInstance, cookieNames, createBrowser, signIn } from "#features/auth/testing.ts";
import type { CodeToSend } from "#features/auth/codes/server/request-code.ts";
import type { Auth } from "#features/auth/server/auth.ts";
import type { Caller } from "#rpc/context.ts";
import { activity } from "#server/activity/table.ts";
import { user } from "#features/users/table.ts";
import { createTestUsers, type TestUsers } from "#features/users/testing.ts";

let env: TestUsers;
let auth: Auth;
let admin: Caller;
let person: Caller;
const mails: CodeToSend[] = [];

beforeAll(async () => {
  env = await createTestUsers();
  auth = anotherInstance({ database: env.database, mails });
});
afterAll(() => env.database.drop());
beforeEach(async () => {
  // There is always another administrator.
  await env.addCaller("admin");
  [admin, person] = [await env.addCaller("admin"), await env.addCaller("user")];
});

/** A browser that is signed in as a caller. */
async function browserOf(caller: Caller) {
  const browser = createBrowser(auth);
  const [row] = await env.database.sql.select().from(session).where(eq(session.id, caller.sessionId));
  if (!row) throw new Error("There is no session");
  browser.setCookie(sessionCookie(auth, row));
  return browser;
}

/** Starts an impersonation in the administrator's browser. */
async function start(caller = admin, id = person.user.id) {
  const browser = await browserOf(caller);
  await env.as(caller, { setCookie: browser.setCookie }).impersonate({ id });
  return browser;
}

const impersonations = (userId = person.user.id) =>
  env.database.sql
    .select()
    .from(session)
    .where(sql`${session.userId} = ${userId} and ${session.impersonatedBy} is not null`);

const entries = (...actions: string[]) =>
  env.database.sql
    .select()
    .from(activity)
    .where(sql`${activity.actorId} = ${admin.user.id} and ${activity.action} in ${actions}`)
    .orderBy(activity.id);

const userIn = async (browser: ReturnType<typeof createBrowser>) =>
  ((await browser.get("/get-session")).body as { user: { id: string } } | null)?.user.id;

describe("an administrator who impersonates a user", () => {
  test("is signed in as the user for an hour, and the activity names both", async () => {
    const browser = await start({ ...admin, expiresAt: new Date(Date.now() + 7_200_000) });
    expect((await browser.get("/get-session")).body).toMatchObject({
      session: { impersonatedBy: admin.user.id, isConfirmed: false },
      user: { id: person.user.id },
    });
    const [row] = await impersonations();
    expect(row?.expiresAt.getTime()).toBe((row?.createdAt.getTime() ?? 0) + 3_600_000);
    expect(await entries("impersonate")).toMatchObject([
      { actingForId: null, subjectType: "user", subjectId: person.user.id },
    ]);
    await browser.post("/update-user", { name: "Changed" });
    expect(await entries("update")).toMatchObject([{ actingForId: person.user.id }]);
  });

  test("keeps scripts away from both cookies", async () => {
    const set: string[] = [];
    await env.as(admin, { setCookie: (header) => set.push(header) }).impersonate({ id: person.user.id });
    expect(set.map((header) => header.split("=")[0])).toEqual([
      cookieNames.session,
      cookieNames.administrator,
    ]);
    for (const header of set) expect(header).toContain("; HttpOnly");
  });

  test("is never signed in for longer than their own session", async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    await start({ ...admin, expiresAt });
    expect((await impersonations())[0]?.expiresAt).toEqual(expiresAt);
  });

  test("is no new device and no session that counts, so the user gets no mail", async () => {
    for (let count = 0; count < 49; count++)
      await env.database.sql
        .insert(session)
        .values({ userId: person.user.id, token: randomUUID(), expiresAt: new Date(Date.now() + 3_600_000) });
    await start();
    expect(await env.count("session", person.user.id)).toBe(51);
    expect(await mailsTo(env.database, person.user.email)).toEqual([]);
    expect(await env.database.sql.select().from(device).where(eq(device.userId, person.user.id))).toEqual([]);
  });

  test("continues their own session once they stop", async () => {
    const browser = await start();
    const response = await browser.post("/admin/stop-impersonating");
    expect(response).toMatchObject({ status: 200, body: { user: { id: admin.user.id } } });
    expect(JSON.stringify(response.body)).not.toMatch(/token/i);
    expect(await userIn(browser)).toBe(admin.user.id);
    expect([...browser.jar.keys()]).toEqual([cookieNames.session]);
    expect(await impersonations()).toEqual([]);
    const stopped = { actingForId: person.user.id, subjectId: person.user.id, after: null };
    expect(await entries("stopImpersonating")).toMatchObject([stopped]);
  });

  test("replaces an impersonation that they began before, however many start at the same moment", async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => env.addCaller("user")));
    await Promise.all(others.map(({ user: { id } }) => env.as(admin).impersonate({ id })));
    const rows = await env.database.sql
      .select()
      .from(session)
      .where(eq(session.impersonatedBy, admin.user.id));
    expect(rows).toHaveLength(1);
  });
});

describe("no administrator can impersonate", () => {
  test("administrators, oneself or administrators by setting", async () => {
    const other = await env.addCaller("user,admin");
    for (const id of [other.user.id, admin.user.id])
      expect(await outcomeOf(env.as(admin).impersonate({ id }))).toBe("YOU_CANNOT_IMPERSONATE_ADMINS");
    const access = accessFor([person.user.id]);
    const call = env.as(admin, { access }).impersonate({ id: person.user.id });
    expect(await outcomeOf(call)).toBe("YOU_CANNOT_IMPERSONATE_ADMINS");
  });

  test("banned or missing users", async () => {
    await env.as(admin).ban({ id: person.user.id });
    expect(await outcomeOf(env.as(admin).impersonate({ id: person.user.id }))).toBe("USER_BANNED");
    expect(await outcomeOf(env.as(admin).impersonate({ id: randomUUID() }))).toBe("NOT_FOUND");
  });

  test("users before the end of their ban, and they can after it", async () => {
    const endBan = (interval: string) =>
      env.database.pool.query(
        `update "user" set banned = true, ban_expires = now() + $2::interval where id = $1`,
        [person.user.id, interval],
      );
    await endBan("1 minute");
    expect(await outcomeOf(env.as(admin).impersonate({ id: person.user.id }))).toBe("USER_BANNED");
    await endBan("-1 second");
    expect(await outcomeOf(env.as(admin).impersonate({ id: person.user.id }))).toBe("done");
  });

  test("without the permission, without a confirmation, or while impersonating", async () => {
    const { id } = person.user;
    for (const [caller, code] of [
      [await env.addCaller("user"), "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS"],
      [{ ...admin, isConfirmed: false }, "CONFIRMATION_REQUIRED"],
      [{ ...admin, impersonatedBy: id }, "NOT_WHILE_IMPERSONATING"],
    ] as const)
      expect(await outcomeOf(env.as(caller).impersonate({ id }))).toBe(code);
    expect(await impersonations()).toEqual([]);
  });

  test("users who become administrators at the same moment", async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), async (isPromotedFirst) => {
        const { user: target } = await env.addCaller("user");
        const promote = () =>
          env
            .as(admin)
            .update({ id: target.id, version: 1, name: "Someone", email: target.email, roles: ["admin"] });
        const impersonate = () => outcomeOf(env.as(admin).impersonate({ id: target.id }));
        const calls = isPromotedFirst ? [promote(), impersonate()] : [impersonate(), promote()];
        await Promise.all(calls);
        expect(await impersonations(target.id)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test("anyone by SQL for more than an hour, or without an administrator's session", async () => {
    const values = { userId: person.user.id, token: randomUUID(), impersonatedBy: admin.user.id };
    for (const row of [
      { ...values, expiresAt: new Date(Date.now() + 60_000) },
      { ...values, administratorSessionId: admin.sessionId, expiresAt: new Date(Date.now() + 3_700_000) },
    ])
      await expect(env.database.sql.insert(session).values(row)).rejects.toMatchObject({
        cause: { constraint: "session_impersonation_bounded" },
      });
  });
});

describe("an impersonation ends", () => {
  const update = (id: string, set: Partial<typeof user.$inferInsert>) =>
    env.database.sql.update(user).set(set).where(eq(user.id, id));

  test.each<[string, () => Promise<unknown>]>([
    [
      "the administrator's session is revoked",
      () => env.database.sql.delete(session).where(eq(session.id, admin.sessionId)),
    ],
    ["the administrator is banned", () => update(admin.user.id, { banned: true })],
    ["the administrator loses the role", () => update(admin.user.id, { role: "user" })],
    ["the administrator is deleted", () => env.database.sql.delete(user).where(eq(user.id, admin.user.id))],
    ["the user becomes an administrator", () => update(person.user.id, { role: "admin" })],
    ["the user is banned", () => update(person.user.id, { banned: true })],
    ["the user is deleted", () => env.database.sql.delete(user).where(eq(user.id, person.user.id))],
  ])("once %s", async (_, end) => {
    const browser = await start();
    await end();
    expect(await userIn(browser)).toBeUndefined();
    expect(await impersonations()).toEqual([]);
  });

  test.each<[string, (browser: ReturnType<typeof createBrowser>) => Promise<unknown>]>([
    ["signs out", (browser) => browser.post("/sign-out")],
    ["signs in as someone else", (browser) => signIn({ auth, mails }, undefined, browser)],
  ])("with the administrator's own session, once the browser %s", async (_, end) => {
    const browser = await start();
    const before = browser.headers();
    await end(browser);
    expect(await impersonations()).toEqual([]);
    expect(await env.count("session", admin.user.id)).toBe(0);
    const again = createBrowser(auth);
    again.jar.set(
      cookieNames.session,
      new RegExp(`${cookieNames.administrator}=([^;]+)`).exec(before.get("cookie") ?? "")?.[1] ?? "",
    );
    expect(await userIn(again)).toBeUndefined();
  });

  test("after its hour, which is recorded once, and the administrator's session can be continued", async () => {
    const browser = await start();
    await env.database.sql
      .update(session)
      .set({ createdAt: new Date(Date.now() - 3_600_000), expiresAt: new Date(Date.now() - 1) })
      .where(eq(session.impersonatedBy, admin.user.id));
    expect(await userIn(browser)).toBeUndefined();
    await Promise.all([endExpiredImpersonations(auth), endExpiredImpersonations(auth)]);
    expect(await entries("stopImpersonating")).toMatchObject([
      { actingForId: person.user.id, after: { reason: "expired" }, clientAddress: null },
    ]);
    const response = await browser.post("/admin/stop-impersonating");
    expect(response).toMatchObject({ status: 200, body: { user: { id: admin.user.id } } });
    expect(await userIn(browser)).toBe(admin.user.id);
  });
});

test("the kept cookie continues no other administrator's session", async () => {
  const [browser, other] = [await start(), await browserOf(await env.addCaller("admin"))];
  browser.jar.set(cookieNames.administrator, other.jar.get(cookieNames.session) ?? "");
  expect((await browser.post("/admin/stop-impersonating")).body).toBeNull();
  expect(await userIn(browser)).toBeUndefined();
});

test.each<[string, () => Promise<unknown>]>([
  [
    "was demoted",
    () => env.database.sql.update(user).set({ role: "user" }).where(eq(user.id, admin.user.id)),
  ],
  ["was banned", () => env.database.sql.update(user).set({ banned: true }).where(eq(user.id, admin.user.id))],
  ["was signed out", () => env.database.sql.delete(session).where(eq(session.id, admin.sessionId))],
])("an administrator who %s meanwhile has to log in after an impersonation", async (_, end) => {
  const browser = await start();
  await end();
  expect(await browser.post("/admin/stop-impersonating")).toMatchObject({ status: 200, body: null });
  expect([...browser.jar.keys()]).toEqual([]);
});

test("an administrator by setting who is none any more has to log in after an impersonation", async () => {
  const before = await env.addCaller("user");
  const browser = await browserOf(before);
  const as = { access: accessFor([before.user.id]), setCookie: browser.setCookie };
  await env.as(before, as).impersonate({ id: person.user.id });
  expect(await userIn(browser)).toBe(person.user.id);
  expect(await browser.post("/admin/stop-impersonating")).toMatchObject({ status: 200, body: null });
  expect([...browser.jar.keys()]).toEqual([]);
});

test("a browser without an impersonation can't stop one", async () => {
  expect((await createBrowser(auth).post("/admin/stop-impersonating")).status).toBe(401);
  expect((await (await browserOf(admin)).post("/admin/stop-impersonating")).status).toBe(400);
});
