import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { violatedConstraint } from "./postgres-errors.ts";
import { checkedTransaction, createSql, executeUnawaited, pipeline, type Sql } from "./transactions.ts";

const notes = pgTable("note", { text: text("text").notNull() });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query("CREATE TABLE note (text text PRIMARY KEY CHECK (text <> ''))");
});
beforeEach(() => database.pool.query("DELETE FROM note"));
afterAll(() => database.drop());

const write = (to: Sql, note: string) => to.insert(notes).values({ text: note });
const stored = async () =>
  (await database.sql.select().from(notes).orderBy(notes.text)).map((row) => row.text);
const read = async (from: Sql) => await from.select().from(notes);
const allow = async (transaction: Sql) => void (await transaction.execute(sql`select 1`));

test("statements of a pipeline are executed in their order, however long their functions take to send them", async () => {
  const [before, , after] = await database.sql.transaction((transaction) =>
    pipeline(
      async () => {
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
        return await read(transaction);
      },
      () => write(transaction, "a").execute(),
      () => read(transaction),
    ),
  );
  expect([before, after]).toEqual([[], [{ text: "a" }]]);
});

test("a pipeline fails with the first error, which is the reason of the others, and nothing is stored", async () => {
  const failing = database.sql.transaction((transaction) =>
    pipeline(
      () => write(transaction, "a").execute(),
      () => write(transaction, "").execute(),
      () => read(transaction),
    ),
  );
  expect(violatedConstraint(await failing.catch((error: unknown) => error))).toBe("note_text_check");
  expect(await stored()).toEqual([]);
});

test.each([
  ["before the commit", async () => {}],
  ["before another statement", async (transaction: Sql) => void (await read(transaction))],
  ["before another error", () => Promise.reject(new Error("Later"))],
])("a statement that nothing waited for fails the transaction %s, and nothing is stored", async (_, then) => {
  const onCommit = vi.fn();
  database.onCommit(onCommit);
  const failing = database.sql.transaction(async (transaction) => {
    await write(transaction, "a");
    await executeUnawaited(transaction, write(transaction, ""));
    await then(transaction);
  });
  expect(violatedConstraint(await failing.catch((error: unknown) => error))).toBe("note_text_check");
  expect(await stored()).toEqual([]);
  expect(onCommit).not.toHaveBeenCalled();
});

test("a statement that nothing waits for is part of a savepoint, which may be undone", async () => {
  await database.sql.transaction(async (transaction) => {
    const attempt = transaction.transaction((savepoint) => executeUnawaited(savepoint, write(savepoint, "")));
    await expect(attempt).rejects.toThrow();
    await write(transaction, "a");
  });
  expect(await stored()).toEqual(["a"]);
});

test("work is not begun if its check fails, in a transaction or a savepoint", async () => {
  const work = vi.fn(allow);
  const check = () => Promise.reject(new Error("Denied"));
  await expect(checkedTransaction(database.sql, { check, work })).rejects.toThrow("Denied");
  await database.sql.transaction(async (transaction) => {
    await expect(checkedTransaction(transaction, { check, work })).rejects.toThrow("Denied");
  });
  expect(work).not.toHaveBeenCalled();
  await checkedTransaction(database.sql, { check: allow, work });
  expect(work).toHaveBeenCalledOnce();
});

test("work is not begun if BEGIN fails", async () => {
  const client = await database.pool.connect();
  const query = ({ text }: { text: string }, ...rest: unknown[]): unknown =>
    Reflect.apply(client.query, client, [{ text: text === "begin" ? "canceled" : text }, ...rest]);
  const canceled = Object.create(client, { query: { value: query } }) as pg.PoolClient;
  const begun = createSql({ connect: () => Promise.resolve(canceled) } as unknown as pg.Pool, () => {});
  const work = vi.fn((transaction: Sql) => write(transaction, "a").execute());
  await expect(checkedTransaction(begun, { check: allow, work })).rejects.toThrow(/canceled/);
  expect(work).not.toHaveBeenCalled();
});
