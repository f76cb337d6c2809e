import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { user } from "#features/users/table.ts";
import { isUnused, seedDatabase } from "./seed.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("seeding adds the features' rows and accounts, and adds nothing twice", async () => {
  const first = await seedDatabase(database, { withAccounts: true });
  expect(first.users).toBeGreaterThanOrEqual(26);
  expect(Math.min(...Object.values(first))).toBeGreaterThan(0);
  const second = await seedDatabase(database, { withAccounts: true });
  expect(second).toEqual(Object.fromEntries(Object.keys(first).map((name) => [name, 0])));

  const accounts = await database.sql
    .select({ email: user.email, role: user.role, onboardedAt: user.onboardedAt })
    .from(user);
  expect(accounts).toContainEqual({
    email: "admin@example.com",
    role: "admin",
    onboardedAt: expect.any(Date),
  });
  expect(accounts).toContainEqual({ email: "user@example.com", role: "user", onboardedAt: expect.any(Date) });
});

test("the seed's rows are of the past months", async () => {
  await seedDatabase(database, { withAccounts: true });
  const { rows } = await database.pool.query<{ days: number; impossible: number }>(`
    SELECT count(DISTINCT created_at::date)::int AS days,
      count(*) FILTER (WHERE updated_at NOT BETWEEN created_at AND now())::int AS impossible
    FROM "user"`);
  const [users] = rows;
  expect(users?.days).toBeGreaterThan(20);
  expect(users?.impossible).toBe(0);
});

test("without accounts, seeding adds the other rows only", async () => {
  const empty = await createTestDatabase();
  expect(await seedDatabase(empty, { withAccounts: false })).not.toHaveProperty("users");
  expect(await isUnused(empty)).toBe(true);
  await empty.drop();
});

test("only a database without accounts is seeded at start", async () => {
  await seedDatabase(database, { withAccounts: true });
  expect(await isUnused(database)).toBe(false);
  await database.pool.query(`truncate "user" cascade`);
  expect(await isUnused(database)).toBe(true);
});
