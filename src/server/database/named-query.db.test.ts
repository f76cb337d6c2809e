import { sql } from "drizzle-orm";
import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/database.ts";
import { connect } from "./connect.ts";
import { preparedStatement } from "./prepared.ts";

const novel = pgTable("novel", {
  title: text().notNull(),
  pages: integer(),
  tags: text().array().notNull(),
  printedAt: timestamp("printed_at", { withTimezone: true }).notNull(),
});

const { connection, drop } = await createTestDatabase();
const database = connect(connection, { max: 1 });
afterAll(async () => {
  await database.close();
  await drop();
});

const printedAt = new Date("1871-12-01T12:00:00.123Z");
const middlemarch = { title: "Middlemarch", pages: null, tags: ['a "b", c', "{}"], printedAt };

beforeAll(async () => {
  await database.pool.query(
    "CREATE TABLE novel (title text NOT NULL, pages integer, tags text[] NOT NULL, printed_at timestamptz NOT NULL)",
  );
  await database.sql.insert(novel).values(middlemarch);
});

const findNovel = preparedStatement("find novel", (at) =>
  at
    .select()
    .from(novel)
    .where(sql`${novel.title} = ${sql.placeholder("title")}`),
);

test("rows are the same each time, also in a transaction and without rows", async () => {
  for (let time = 1; time <= 3; time += 1) {
    expect(await findNovel(database.sql, { title: "Middlemarch" })).toEqual([middlemarch]);
    expect(await findNovel(database.sql, { title: "Villette" })).toEqual([]);
  }
  const inTransaction = database.sql.transaction((at) => findNovel(at, { title: "Middlemarch" }));
  expect(await inTransaction).toEqual([middlemarch]);
});

test("a connection asks once for the columns of a statement, also if its first execution fails", async () => {
  const described: unknown[] = [];
  const client = await database.pool.connect();
  (client as unknown as { connection: pg.Connection }).connection.on("rowDescription", (columns) =>
    described.push(columns),
  );
  const divide = (by: unknown) =>
    client.query<number[]>({ ...statement("divide", "SELECT 6 / $1::int"), rowMode: "array" }, [by]);
  try {
    await expect(divide(0)).rejects.toThrow("division by zero");
    expect((await divide(2)).rows).toEqual([[3]]);
    await expect(divide("none")).rejects.toThrow("invalid input syntax");
    expect((await divide(3)).rows).toEqual([[2]]);
    expect(described).toHaveLength(1);
  } finally {
    client.release();
  }
});

test("a value that can't be read rejects the query, and the connection stays usable", async () => {
  const getTypeParser = () => () => {
    throw new Error("unreadable");
  };
  const query = { ...statement("unreadable", "SELECT $1::text"), types: { getTypeParser }, rowMode: "array" };
  await expect(database.pool.query(query as pg.QueryArrayConfig, ["a"])).rejects.toThrow("unreadable");
  expect(await findNovel(database.sql, { title: "Middlemarch" })).toEqual([middlemarch]);
});

test("a name stands for one statement", async () => {
  const query = (text: string) => database.pool.query({ ...statement("one", text), rowMode: "array" }, ["a"]);
  await query("SELECT $1::text");
  await expect(query("SELECT upper($1::text)")).rejects.toThrow('The name "one" is of another statement');
  expect((await query("SELECT $1::text")).rows).toEqual([["a"]]);
});

test("PostgreSQL rejects a prepared statement whose columns have changed", async () => {
  const read = () => findNovel(database.sql, { title: "Middlemarch" });
  expect(await read()).toEqual([middlemarch]);
  await database.pool.query("ALTER TABLE novel ALTER pages TYPE text");
  await expect(read()).rejects.toMatchObject({
    cause: { message: "cached plan must not change result type" },
  });
  await database.pool.query("ALTER TABLE novel ALTER pages TYPE integer USING pages::integer");
  expect(await read()).toEqual([middlemarch]);
});

function statement(name: string, text: string) {
  return { name, text, types: pg.types };
}
