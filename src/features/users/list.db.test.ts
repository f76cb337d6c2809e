import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#rpc/context.ts";
import { outcomeOf } from "../../../testing/context.ts";
import { recordStatements } from "../../../testing/statements.ts";
import { createTestUsers, type TestUsers } from "./testing.ts";
import { removeEndedBans } from "./store.ts";
import { user } from "./table.ts";

let env: TestUsers;
let admin: Caller;
let users: ReturnType<TestUsers["as"]>;

beforeAll(async () => {
  env = await createTestUsers();
});
beforeEach(async () => {
  await env.database.pool.query(`truncate "user" cascade`);
  admin = await env.addCaller("admin");
  users = env.as(admin);
});
afterAll(() => env.database.drop());

type Row = Partial<typeof user.$inferInsert>;

async function add(...rows: Row[]) {
  await env.database.sql
    .insert(user)
    .values(rows.map((row, index) => ({ email: `person${index}@example.org`, emailVerified: true, ...row })));
}

/** The names, or else emails, of the listed users without the administrator. */
async function listed(query: Parameters<typeof users.list>[0]) {
  const { items } = await users.list(query);
  return items.filter(({ id }) => id !== admin.user.id).map(({ name, email }) => name ?? email);
}

test("users are sorted by name, ignoring case and accents first, and those without one come last", async () => {
  await add({ name: "Zoë" }, { name: null, email: "a@example.org" }, { name: "éva" }, { name: "Eve" });
  expect(await listed({})).toEqual(["éva", "Eve", "Zoë", "a@example.org"]);
  expect(await listed({ direction: "descending" })).toEqual(["a@example.org", "Zoë", "Eve", "éva"]);
  expect(await listed({ sort: "email" })).toEqual(["a@example.org", "Zoë", "éva", "Eve"]);
  expect((await users.list({ sort: "createdAt", limit: 1 })).items).toMatchObject([
    { email: admin.user.email },
  ]);
});

test.each([
  ["a part of the name, in any case and without accents", "MARQ"],
  ["a part of the email", "gabo"],
  ["the whole email", "Gabo.Garcia@Example.org"],
  ["parts of both, in any order", "gabo márquez"],
])("a search finds %s", async (_, searchTerm) => {
  await add({ name: "Gabriel Márquez", email: "gabo.garcia@example.org" }, { name: "Marianne Moore" });
  expect(await listed({ searchTerm })).toEqual(["Gabriel Márquez"]);
});

test("filters by role, ban, onboarding and verification can be combined, and are counted", async () => {
  await add(
    { name: "Both", role: "user,admin", onboardedAt: new Date() },
    { name: "Admin", role: "admin", onboardedAt: new Date() },
    { name: "Banned", banned: true, onboardedAt: new Date() },
    { name: "New", emailVerified: false },
  );
  const count = async (query: Parameters<typeof users.list>[0]) => (await users.list(query)).total.count;
  expect(await listed({ role: "admin" })).toEqual(["Admin", "Both"]);
  expect(await listed({ role: "user" })).toEqual(["Banned", "Both", "New"]);
  expect(await listed({ isBanned: true })).toEqual(["Banned"]);
  expect(await listed({ isBanned: false, role: "user" })).toEqual(["Both", "New"]);
  expect(await listed({ isOnboarded: false })).toEqual(["New"]);
  expect(await listed({ isVerified: false })).toEqual(["New"]);
  expect(await listed({ isVerified: true, isOnboarded: true, searchTerm: "b" })).toEqual(["Banned", "Both"]);
  expect([await count({}), await count({ role: "admin" }), await count({ isBanned: false })]).toEqual([
    5, 3, 4,
  ]);
});

test("bans that have ended are removed: filter, count and user agree before and after", async () => {
  const ban = { banned: true, banReason: "Spam" };
  const [past, future] = [new Date(Date.now() - 1_000), new Date(Date.now() + 60_000)];
  await add(
    { name: "Free", ...ban, banExpires: past },
    { name: "Later", ...ban, banExpires: future },
    { name: "Never", ...ban },
  );
  const banned = async () => {
    const { items, total } = await users.list({ isBanned: true });
    expect(items.every(({ ban: own }) => own !== null)).toBe(true);
    expect(total.count).toBe(items.length);
    return items.map(({ name }) => name);
  };
  expect(await banned()).toEqual(["Free", "Later", "Never"]);
  await removeEndedBans(env.database.sql);
  expect(await banned()).toEqual(["Later", "Never"]);
  expect(await listed({ isBanned: false })).toEqual(["Free"]);
  expect((await users.list({ isBanned: false })).total.count).toBe(2);
});

test("each filter for few users reads an index of each order", async () => {
  await env.database.pool.query(`
    insert into "user" (name, email, role, banned, email_verified, onboarded_at, created_at)
    select 'Person ' || i, 'p' || i || '@example.org', case when i % 50 = 7 then 'admin' else 'user' end, i % 20 = 1, i % 10 <> 3,
      case when i % 20 <> 0 then now() end, now() - i * interval '1 minute'
    from generate_series(1, 3000) as i;
    analyze "user"`);
  const filters = [
    ["", {}],
    ["", { role: "user" }],
    ["administrator_", { role: "admin" }],
    ["banned_", { isBanned: true }],
    ["onboarded_", { isOnboarded: false }],
    ["verified_", { isVerified: false }],
  ] as [string, Parameters<typeof users.list>[0]][];
  const orders = { name: "name", email: "email", createdAt: "created" };
  const statements = recordStatements(env.database);
  for (const [prefix, filter] of filters)
    for (const sort of ["name", "email", "createdAt"] as const) {
      const [page] = await statements.during(() => users.list({ ...filter, sort }));
      const plan = page && (await statements.plan(page));
      expect(plan?.indexes).toContain(`user_${prefix}${orders[sort]}_order`);
    }
});

test("pages follow each other, with the number of users that the client asks for", async () => {
  await add(
    ...Array.from({ length: 25 }, (_, index) => ({ name: `Person ${String(index).padStart(2, "0")}` })),
  );
  const first = await users.list({ limit: 10, searchTerm: "person" });
  const second = await users.list({ limit: 10, searchTerm: "person", after: first.next ?? "" });
  expect([first.items.at(-1)?.name, second.items[0]?.name]).toEqual(["Person 09", "Person 10"]);
  expect(first.total).toEqual({ count: 25, isExact: true });
  expect(await outcomeOf(users.list({ after: "x" }))).toBe("BAD_CURSOR");
});
