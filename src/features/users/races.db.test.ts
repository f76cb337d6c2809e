import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#rpc/context.ts";
import { outcomeOf } from "../../../testing/context.ts";
import { removeEndedBans } from "./store.ts";
import { createTestUsers, type TestUsers } from "./testing.ts";

let env: TestUsers;

beforeAll(async () => {
  env = await createTestUsers();
});
afterAll(() => env.database.drop());

/** What one administrator can do to another. The version is that of a page opened before. */
const actions = {
  demote: (users: Users, { user }: Caller, version: number) =>
    users.update({ id: user.id, version, name: "Someone", email: user.email, roles: ["user"] }),
  ban: (users: Users, { user }: Caller) => users.ban({ id: user.id }),
  banMany: (users: Users, { user }: Caller) => users.banMany({ ids: [user.id] }),
  delete: (users: Users, { user }: Caller, version: number) => users.delete({ id: user.id, version }),
  deleteMany: (users: Users, { user }: Caller, version: number) =>
    users.deleteMany({ items: [{ id: user.id, version }] }),
};
type Users = ReturnType<TestUsers["as"]>;
type Action = keyof typeof actions;

const names = fc.constantFrom<Action[]>(...(Object.keys(actions) as Action[]));
const sequence = fc.array(names, { minLength: 1, maxLength: 3 });

async function countAdministrators(): Promise<number> {
  const { rows } = await env.database.pool.query<{ count: number }>(
    `select count(*)::int as count from "user" where role ~ '\\madmin\\M' and not banned`,
  );
  return rows[0]?.count ?? 0;
}

test("however two administrators demote, ban and delete each other at the same moment, exactly one remains", async () => {
  await fc.assert(
    fc.asyncProperty(sequence, sequence, async (first, second) => {
      await env.database.pool.query(`truncate "user" cascade`);
      const [ada, uma] = [await env.addCaller("admin"), await env.addCaller("admin")];
      const run = async (caller: Caller, target: Caller, sequenceOf: Action[]) =>
        await Promise.all(sequenceOf.map((name) => outcomeOf(actions[name](env.as(caller), target, 1))));
      const codes = await Promise.all([run(ada, uma, first), run(uma, ada, second)]);
      expect(await countAdministrators()).toBe(1);
      // The one who was slower gets a reason, and never a failure of the server.
      const expected = ["done", "NOT_FOUND", "VERSION_CONFLICT", "UNAUTHORIZED", "FORBIDDEN"];
      expect(expected).toEqual(expect.arrayContaining(codes.flat()));
    }),
    { numRuns: 50 },
  );
});

test("an administrator by setting can't take the last administrator away either", async () => {
  await env.database.pool.query(`truncate "user" cascade`);
  const [byId, last] = [await env.addCaller("user"), await env.addCaller("admin")];
  const users = env.as(byId, { access: { ...env.access, canUser: () => true } });
  for (const [name, action] of Object.entries(actions))
    expect([name, await outcomeOf(action(users, last, 1))]).toEqual([name, "LAST_ADMINISTRATOR"]);
  expect(await env.stored(last.user.id)).toMatchObject({ roles: ["admin"], ban: null });
});

test("of a ban and a sign-in at the same moment, no session remains", async () => {
  const admin = await env.addCaller("admin");
  const { user } = await env.addCaller("user");
  const signIn = () =>
    env.database.pool
      .query(
        `insert into session (token, user_id, expires_at) values (gen_random_uuid()::text, $1, now() + interval '1 day')`,
        [user.id],
      )
      .catch(() => undefined);
  await Promise.all([signIn(), signIn(), env.as(admin).ban({ id: user.id }), signIn(), signIn()]);
  expect(await env.count("session", user.id)).toBe(0);
});

test("a ban that an administrator extends when it ends is not removed", async () => {
  const person = await env.addCaller("user");
  const client = await env.database.pool.connect();
  try {
    await client.query(
      `update "user" set banned = true, ban_expires = now() - interval '1 second' where id = $1`,
      [person.user.id],
    );
    await client.query("begin");
    await client.query(`update "user" set ban_expires = null where id = $1`, [person.user.id]);
    await removeEndedBans(env.database.sql);
    await client.query("commit");
  } finally {
    client.release();
  }
  await removeEndedBans(env.database.sql);
  expect(await env.stored(person.user.id)).toMatchObject({ ban: { until: null } });
  // optional: impersonation
  const admin = await env.addCaller("admin");
  expect(await outcomeOf(env.as(admin).impersonate({ id: person.user.id }))).toBe("USER_BANNED");
  // end: impersonation
});

test("an administrator who was banned while their request waited changes nothing", async () => {
  const [ada, uma, person] = [
    await env.addCaller("admin"),
    await env.addCaller("admin"),
    await env.addCaller("user"),
  ];
  const client = await env.database.pool.connect();
  try {
    await client.query("begin");
    await client.query(`update "user" set banned = true where id = $1`, [ada.user.id]);
    const waiting = outcomeOf(env.as(ada).ban({ id: person.user.id }));
    await expect
      .poll(async () => {
        const { rows } = await env.database.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBe(1);
    await client.query("commit");
    expect(await waiting).toBe("UNAUTHORIZED");
  } finally {
    client.release();
  }
  expect(await env.stored(person.user.id)).toMatchObject({ ban: null });
  expect(await outcomeOf(env.as(uma).unban({ id: ada.user.id }))).toBe("done");
});
