import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { fixedNames } from "#brand/fixed-names.ts";
import { user } from "#features/users/table.ts";
import { listen } from "#server/notifications/listen.ts";
import { startNotificationSender } from "#server/notifications/send-notifications.ts";
import { addRedis } from "#server/redis/testing.ts";
import { stores } from "../../../../../testing/redis.ts";
import { session } from "../../table.ts";
import { anotherInstance, signIn, testAuth, type TestAuth } from "../../testing.ts";
import { findSession, type Session } from "./find-session.ts";
import { type KeptSessions, keepSessions } from "./kept-sessions.ts";

const env = testAuth();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const unreachable = { sql: {} } as TestAuth["database"];

type Kept = KeptSessions<Session> | undefined;

const find = (headers: Headers, kept: Kept, auth = env.auth) => findSession({ ...auth, headers, kept });

/** Whether the database isn't asked for a session. */
const isKept = (headers: Headers, kept: Kept, auth = env.auth) =>
  findSession({ ...auth, database: unreachable, headers, kept }).then(
    (found) => found !== null,
    () => false,
  );

/** Signs in a user who has an account since an hour. */
async function signInAgain() {
  const { browser, email } = await signIn(env);
  const [person] = await env.database.sql
    .update(user)
    .set({ name: "Someone", onboardedAt: new Date() })
    .where(eq(user.email, email))
    .returning();
  if (!person) throw new Error("There is no user");
  await change(person.id, { confirmedAt: sql`now() - interval '1 hour'` as never });
  return { headers: browser.headers(), id: person.id };
}

const change = (userId: string, set: Partial<typeof session.$inferInsert>) =>
  env.database.sql.update(session).set(set).where(eq(session.userId, userId));

const changeUser = (id: string, set: Partial<typeof user.$inferInsert>) =>
  env.database.sql.update(user).set(set).where(eq(user.id, id));

/** Less than the 5 s after which it is looked up anyway. */
const beforeItExpires = { timeout: 4_500 };

describe.each(stores)("with %s", (store) => {
  let kept: Kept;
  const stops: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    if (store !== "Redis") return;
    const { notifications, stop } = await addRedis(env.database);
    const sender = startNotificationSender({ database: env.database, log: silent });
    const isCurrent = () => listener.health() === "ok" && notifications.isCurrent();
    const keeping = keepSessions<Session>({ isCurrent });
    const listener = listen({
      connection: env.database.connection,
      ...notifications.listening,
      log: silent,
      channels: {
        [fixedNames.changesChannel]: {
          onNotification: (payload) => keeping.onNotification(payload),
          onListen: () => keeping.forgetAll(),
        },
      },
    });
    await expect.poll(listener.health).toBe("ok");
    stops.push(stop, sender.stop, listener.stop);
    kept = keeping;
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    kept = undefined;
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ["the session is ended", (id) => env.database.sql.delete(session).where(eq(session.userId, id))],
    ["the user is banned", (id) => changeUser(id, { banned: true })],
    ["the user is deleted", (id) => env.database.sql.delete(user).where(eq(user.id, id))],
  ])("once %s by another process, a request has no session", async (_, end) => {
    const { headers, id } = await signInAgain();
    expect(await find(headers, kept)).toMatchObject({ user: { id } });
    if (kept) await expect.poll(() => find(headers, kept).then(() => isKept(headers, kept))).toBe(true);
    await end(id);
    await expect.poll(() => find(headers, kept), beforeItExpires).toBeNull();
  });

  test("a new role and a new name are those of the next requests", async () => {
    const { headers, id } = await signInAgain();
    await find(headers, kept);
    await changeUser(id, { role: "admin,user", name: "Ada" });
    await expect
      .poll(() => find(headers, kept), beforeItExpires)
      .toMatchObject({ user: { role: "admin,user", name: "Ada" } });
  });
});

describe("what is kept", () => {
  const kept = keepSessions<Session>({ isCurrent: () => true });
  beforeEach(() => kept.forgetAll());

  test("a session in use is", async () => {
    const { headers } = await signInAgain();
    const found = await find(headers, kept);
    expect(await isKept(headers, kept)).toBe(true);
    expect(await find(headers, kept)).toEqual(found);
  });

  test("one that changes with time is not: just confirmed, about to end, or without a finished account", async () => {
    for (const set of [
      { confirmedAt: new Date() },
      { confirmedAt: null, expiresAt: new Date(Date.now() + 30_000) },
    ]) {
      const { headers, id } = await signInAgain();
      await change(id, set);
      expect(await find(headers, kept)).not.toBeNull();
      expect(await isKept(headers, kept)).toBe(false);
    }
    const { headers, id } = await signInAgain();
    await changeUser(id, { onboardedAt: null });
    await find(headers, kept);
    expect(await isKept(headers, kept)).toBe(false);
  });

  test("the session of a token that was replaced is not", async () => {
    const { headers, id } = await signInAgain();
    await change(id, {
      token: sql`'new ' || token` as never,
      tokenBefore: sql`token` as never,
      updatedAt: new Date(),
    });
    expect(await find(headers, kept)).not.toBeNull();
    expect(await isKept(headers, kept)).toBe(false);
  });

  // optional: passkeys
  test("the session of an administrator whose sign-in needs a passkey is not", async () => {
    const { headers, id } = await signInAgain();
    await changeUser(id, { role: "admin" });
    const auth = anotherInstance(env, { auth: { requirePasskey: "admin" } });
    await find(headers, kept, auth); // Its token is outdated.
    await env.database.sql.update(session).set({ tokenOutdated: false }).where(eq(session.userId, id));
    await find(headers, kept, auth);
    expect(await isKept(headers, kept, auth)).toBe(false);
  });
  // end: passkeys
});

test("while notifications don't arrive, nothing that is kept is used, and nothing is kept", async () => {
  const isCurrent = vi.fn(() => true);
  const kept = keepSessions<Session>({ isCurrent });
  const { headers } = await signInAgain();
  await find(headers, kept);
  isCurrent.mockReturnValue(false);
  expect(await isKept(headers, kept)).toBe(false);
  await find(headers, kept);
  isCurrent.mockReturnValue(true);
  expect(await isKept(headers, kept)).toBe(false);
});

test("a session that was read before a notification of its end arrived is not kept", async () => {
  const kept = keepSessions({ isCurrent: () => true });
  const ended = { id: "one", user: { id: "ada" } };
  for (const payload of ["session one", "user ada", "sessions", "users"]) {
    await kept.find("token", async (keep) => {
      kept.onNotification(payload);
      keep(ended);
    });
    const look = vi.fn(() => Promise.resolve());
    await kept.find("token", look);
    expect(look).toHaveBeenCalled();
  }
});

test("a session is kept for five seconds, and until one of its own notifications", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const kept = keepSessions({ isCurrent: () => true });
  const found = { id: "one", user: { id: "ada" } };
  const look = vi.fn(async (keep: (session: typeof found) => void) => keep(found));
  await kept.find("token", look);
  for (const payload of ["session two", "user bob", "books", "userSessions"]) kept.onNotification(payload);
  vi.advanceTimersByTime(4_900);
  expect(await kept.find("token", look)).toBe(found);
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  await kept.find("token", look);
  expect(look).toHaveBeenCalledTimes(2);
  kept.onNotification("session one");
  await kept.find("token", look);
  expect(look).toHaveBeenCalledTimes(3);
});
