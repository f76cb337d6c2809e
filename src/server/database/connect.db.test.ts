import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/database.ts";
import { connect } from "./connect.ts";
import { databaseUrl, withDatabase } from "./connection.ts";

const database = await createTestDatabase();
afterAll(() => database.drop());

test("queries work with Drizzle and with the pool", async () => {
  const { rows } = await database.sql.execute(sql`SELECT ${"Middlemarch"}::text AS title`);
  expect(rows).toEqual([{ title: "Middlemarch" }]);
  expect((await database.pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("statements, locks and idle transactions have timeouts", async () => {
  const { rows } = await database.pool.query<Record<string, string>>(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
       current_setting('idle_in_transaction_session_timeout') AS idle`,
  );
  expect(rows).toEqual([{ statement: "10s", lock: "5s", idle: "30s" }]);
});

test("a connection as a URL refers to the same database", async () => {
  const { pool, close } = connect({ connectionString: databaseUrl(database.connection) });
  const name = "SELECT current_database() AS name, current_user AS user";
  expect((await pool.query(name)).rows).toEqual((await database.pool.query(name)).rows);
  await close();
});

test("the connection to another database of the same server", () => {
  expect(withDatabase({ host: "h", port: 1, user: "u", database: "a" }, "b")).toMatchObject({
    database: "b",
  });
  expect(withDatabase({ connectionString: "postgresql://u@h:1/a?sslmode=require" }, "b")).toEqual({
    connectionString: "postgresql://u@h:1/b?sslmode=require",
  });
});

test("connections that the server closes, idle or in a transaction, end neither the process nor the pool", async () => {
  const lost: unknown[] = [];
  const {
    pool,
    sql: queries,
    close,
  } = connect(database.connection, {
    log: { warn: (fields: unknown) => void lost.push(fields) },
  });
  const idle = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await endBackend(idle.rows[0]?.pid);
  await expect.poll(() => lost).toHaveLength(1);

  const transaction = queries.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    await endBackend(rows[0]?.pid);
    await expect.poll(() => pool.totalCount).toBeLessThanOrEqual(1);
    await tx.execute(sql`SELECT 1`);
  });
  await expect(transaction).rejects.toThrow();
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await close();
});

test("a transaction that can't begin releases its connection", async () => {
  const one = connect(database.connection, { max: 1 });
  try {
    const unknown = { isolationLevel: "unknown" as "serializable" };
    await expect(one.sql.transaction(async () => "begun", unknown)).rejects.toThrow();
    const begun = one.sql.transaction(async (transaction) => await transaction.execute(sql`SELECT 1 AS one`));
    expect((await begun).rows).toEqual([{ one: 1 }]);
    expect(one.pool.idleCount).toBe(1);
  } finally {
    await one.close();
  }
});

test("a connection to an unreachable database fails soon", async () => {
  const { pool, close } = connect({ host: "/nowhere", port: 5432, user: "nobody", database: "none" });
  await expect(pool.query("SELECT 1")).rejects.toThrow(/ENOENT/);
  await close();
});

async function endBackend(pid: number | undefined) {
  await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
}

test("through a pooler, no session has our timeouts, and no statement has a name unless that is set", async () => {
  const named = { name: "find one", text: "SELECT $1::int AS one", values: [1] };
  const session = `SELECT current_setting('statement_timeout') AS timeout,
    (SELECT count(*)::int FROM pg_prepared_statements) AS prepared`;
  const sessionAfterUse = async (isPooled: boolean, hasPreparedStatements?: boolean) => {
    const connection = { ...database.connection, isPooled };
    const { pool, close } = connect(connection, { max: 1, hasPreparedStatements });
    expect((await pool.query(named)).rows).toEqual([{ one: 1 }]);
    const { rows } = await pool.query<{ timeout: string; prepared: number }>(session);
    await close();
    return rows[0];
  };
  expect(await sessionAfterUse(false)).toEqual({ timeout: "10s", prepared: 1 });
  expect(await sessionAfterUse(false, false)).toEqual({ timeout: "10s", prepared: 0 });
  expect(await sessionAfterUse(true)).toEqual({ timeout: "0", prepared: 0 });
  expect(await sessionAfterUse(true, true)).toEqual({ timeout: "0", prepared: 1 });
});
