import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { books } from "#features/books/table.ts";
import { genres } from "#features/genres/table.ts";
import { user } from "#features/users/table.ts";
import { isUnused, seedDatabase } from "./seed.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("seeding adds books, genres and accounts, and adds nothing twice", async () => {
  const first = await seedDatabase(database, { withAccounts: true });
  expect(first.books).toBeGreaterThanOrEqual(250);
  expect(first.users).toBeGreaterThanOrEqual(26);
  expect(await database.sql.$count(genres)).toBeGreaterThanOrEqual(12);
  expect(await seedDatabase(database, { withAccounts: true })).toEqual({ genres: 0, books: 0, users: 0 });
  expect(await database.sql.$count(books)).toBe(first.books);

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

test("without accounts, seeding adds books and genres only", async () => {
  const empty = await createTestDatabase();
  expect(await seedDatabase(empty, { withAccounts: false })).toEqual({
    genres: expect.any(Number),
    books: expect.any(Number),
  });
  expect(await empty.sql.$count(books)).toBeGreaterThanOrEqual(250);
  expect(await isUnused(empty)).toBe(true);
  await empty.drop();
});

test("what was deleted stays deleted: only a database without accounts is seeded at start", async () => {
  await seedDatabase(database, { withAccounts: true });
  await database.sql.delete(books);
  expect(await isUnused(database)).toBe(false);
  await database.pool.query(`truncate "user" cascade`);
  expect(await isUnused(database)).toBe(true);
});
