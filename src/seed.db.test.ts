import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { books } from "#features/books/table.ts";
import { genres } from "#features/genres/table.ts";
import { user } from "#features/users/table.ts";
import { isUnused, seed } from "./seed.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("the seed brings the shelves, the genres and the accounts, and again brings nothing twice", async () => {
  const first = await seed(database);
  expect(first.books).toBeGreaterThanOrEqual(250);
  expect(first.people).toBeGreaterThanOrEqual(26);
  expect(await database.sql.$count(genres)).toBeGreaterThanOrEqual(12);
  expect(await seed(database)).toEqual({ books: 0, people: 0 });
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

test("what an owner removed stays removed: only a database in which nobody has an account is filled at start", async () => {
  await seed(database);
  await database.sql.delete(books);
  expect(await isUnused(database)).toBe(false);
  await database.pool.query(`truncate "user" cascade`);
  expect(await isUnused(database)).toBe(true);
});
