import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDatabase } from "#app/run/seed.server.ts";
import { connect, type Sql } from "#server/database/connect.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { recordStatements } from "../../../testing/statements.ts";
import type { FiguresTesting } from "./shared/figures-testing.ts";
import { readDayFigures, readFirstDays } from "./store.ts";

const changes = process.env.TEST_LONG ? 3_000 : 200;
const writers = 24;

const files = import.meta.glob<FiguresTesting>("../*/parts/dashboard.testing.ts", {
  eager: true,
  import: "figures",
});
const parts = Object.values(files);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const some = (table: string) => `(SELECT id FROM ${table} ORDER BY random() LIMIT 1)`;

/** A random interval around now, for times of creation and expiry. */
const days = (from: number, to: number) => `make_interval(mins => ${randomInt(from * 1440, to * 1440)})`;

/** Random writes. Rows have random ages, and sessions any time of expiry, also in this hour. */
const writes = [
  ...parts.flatMap(({ writes }) => writes),
  () => `INSERT INTO "user" (email) SELECT gen_random_uuid() || '@example.com' FROM generate_series(1, 2)`,
  () => `DELETE FROM "user" WHERE id = ${some('"user"')}`,
  () => `INSERT INTO session (token, user_id, expires_at)
    SELECT gen_random_uuid(), id, now() + ${days(0, 40)} FROM "user" ORDER BY random() LIMIT 3`,
  () => `INSERT INTO session (token, user_id, expires_at)
    SELECT gen_random_uuid(), id, now() + interval '1 minute' FROM "user" ORDER BY random() LIMIT 1`,
  () => `UPDATE session SET expires_at = now() + ${days(0, 40)} WHERE id = ${some("session")}`,
  () => `UPDATE session SET updated_at = now()`,
  () => `DELETE FROM session WHERE id = ${some("session")}`,
  () => `INSERT INTO activity (action, subject_type, at)
    SELECT action, 'session', now() - ${days(0, 60)} FROM unnest('{signIn, signOut, signIn}'::text[]) AS action`,
];

async function writeAtRandom() {
  const many = connect(database.connection, { max: writers });
  let left = changes;
  const write = async () => {
    while ((left -= 1) >= 0) {
      const statement = writes[randomInt(writes.length)]?.() ?? "";
      // Concurrent deletions can meet a constraint, and on a busy machine a timeout: then nothing is written.
      await many.pool
        .query(statement)
        .catch(({ code }: { code: string }) => expect(code).toMatch(/^23|^40P01|^55P03|^57014/));
    }
  };
  try {
    await Promise.all(Array.from({ length: writers }, write));
  } finally {
    await many.close();
  }
}

/** Lets days pass: everything that has happened was so much earlier. */
async function pass(days: number) {
  const earlier = `interval '${days * 24} hours'`;
  await database.pool.query(`BEGIN;
    SET LOCAL session_replication_role = replica;
    ${parts.map(({ age }) => age(earlier)).join("")}
    UPDATE session SET expires_at = expires_at - ${earlier};
    ALTER TABLE activity DISABLE TRIGGER activity_unchanged;
    UPDATE activity SET at = at - ${earlier};
    ALTER TABLE activity ENABLE ALWAYS TRIGGER activity_unchanged;
    CREATE TEMP TABLE moved ON COMMIT DROP AS TABLE period_count;
    DELETE FROM period_count;
    INSERT INTO period_count SELECT series, period - ${earlier}, slot, count FROM moved;
    COMMIT`);
}

type Counts = Record<string, number>;

/** Counts rows in a query for each name. */
async function count(queries: Record<string, string>, on: Sql = database.sql): Promise<Counts> {
  const columns = Object.entries(queries).map(([name, query]) => `(${query}) AS "${name}"`);
  const { rows } = await on.execute<Counts>(sql.raw(`SELECT ${columns.join(", ")}`));
  return { ...rows[0] };
}

/** The totals, counted row by row. @param time at which sessions are active */
const countTotals = (time: string, on?: Sql) =>
  count(
    {
      ...Object.assign({}, ...parts.map((part) => part.totals)),
      users: 'SELECT count(*)::int FROM "user"',
      sessions: `SELECT count(*)::int FROM session WHERE expires_at > ${time}`,
    },
    on,
  );

const dailyQueries: Record<string, string> = {
  ...Object.assign({}, ...parts.map(({ daily }) => daily)),
  signIns:
    "SELECT count(*)::int FROM activity WHERE action = 'signIn' AND (at AT TIME ZONE 'UTC')::date = day",
};

const endOfDay = "date_trunc('day', now(), 'UTC') + interval '24 hours' - interval '1 microsecond'";

test(
  "the figures of each day equal a count of the rows, after random concurrent writes over 40 days",
  { timeout: 300_000 },
  async () => {
    const expected = new Map<number, Counts>();
    let age = 40;
    for (const next of [31, 30, 29, 10, 1, 0]) {
      await writeAtRandom();
      expected.set(age, await countTotals(endOfDay));
      await pass(age - next);
      age = next;
    }
    await writeAtRandom();
    // In a transaction, so that the time is the same for all.
    await database.sql.transaction(async (transaction) => {
      expected.set(0, await countTotals("now()", transaction));
      const figures = await readDayFigures(transaction);
      expect(figures).toHaveLength(31);
      expect(figures.at(-1)?.figures.sessions).toBeGreaterThan(0);
      for (const daysAgo of [30, 29, 10, 1, 0]) {
        const day = figures[30 - daysAgo];
        expect(day?.figures, `${daysAgo} days ago`).toMatchObject(expected.get(daysAgo) ?? {});
      }
      for (const { day, figures: ofDay } of figures) {
        const queries = Object.entries(dailyQueries).map(([name, query]) => [
          name,
          query.replace("= day", `= '${day}'`),
        ]);
        expect(ofDay, day).toMatchObject(await count(Object.fromEntries(queries), transaction));
      }
    });
  },
);

test("two transactions that write to the same tables don't wait for each other", async () => {
  const [one, other] = [await database.pool.connect(), await database.pool.connect()];
  try {
    for (const client of [one, other]) {
      await client.query("BEGIN");
      await client.query("SET LOCAL lock_timeout = '1s'");
      await client.query(`INSERT INTO "user" (email) VALUES (gen_random_uuid() || '@example.com')`);
      await client.query("INSERT INTO activity (action, subject_type) VALUES ('signIn', 'session')");
    }
    for (const client of [one, other]) await client.query("COMMIT");
  } finally {
    one.release();
    other.release();
  }
  await database.sql.transaction(async (transaction) => {
    const figures = await readDayFigures(transaction);
    expect(figures.at(-1)?.figures).toMatchObject(await countTotals("now()", transaction));
  });
});

test("the figures start from the rows that exist before they are kept", async () => {
  const { rows } = await database.pool
    .query<{ day: string; count: number }>(`
    CREATE TABLE box (id int PRIMARY KEY, packed_at timestamptz NOT NULL, is_open boolean NOT NULL);
    INSERT INTO box VALUES (1, '2026-01-01 23:59Z', true), (2, '2026-01-02 00:00Z', true), (3, '2026-01-02Z', false);
    CALL keep_period_counts('box', 'box_packed', 'day', 'packed_at', condition => 'is_open');
    UPDATE box SET is_open = true;
    DELETE FROM box WHERE id = 2;
    SELECT to_char(period AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(count)::int AS count FROM period_count
      WHERE series = 'box_packed' GROUP BY period ORDER BY period`)
    .then((results) => [results].flat().at(-1) ?? { rows: [] });
  expect(rows).toEqual([
    { day: "2026-01-01", count: 1 },
    { day: "2026-01-02", count: 1 },
  ]);
  await database.pool.query("TRUNCATE box");
  const { rowCount } = await database.pool.query("SELECT FROM period_count WHERE series = 'box_packed'");
  expect(rowCount).toBe(0);
});

test("the seed's users are in the figures of the days of their creation", async () => {
  const seeded = await createTestDatabase();
  await seedDatabase(seeded, { withAccounts: true });
  const { recent } = await count(
    {
      recent: `SELECT count(*)::int FROM "user"
        WHERE created_at >= date_trunc('day', now(), 'UTC') - interval '696 hours'`,
    },
    seeded.sql,
  );
  const history = (await readDayFigures(seeded.sql)).map(({ figures }) => figures.users ?? 0);
  expect(history.at(-1)).toBeGreaterThanOrEqual(26);
  expect((history.at(-1) ?? 0) - (history[0] ?? 0)).toBe(recent);
  expect(new Set(history).size).toBeGreaterThan(4);
  const firstDays = await readFirstDays(seeded.sql);
  expect(Date.now() - Date.parse(firstDays.users ?? "")).toBeGreaterThan(90 * 24 * 60 * 60 * 1_000);
  await seeded.drop();
});

describe("with many rows", () => {
  beforeAll(async () => {
    await database.pool.query(`
      INSERT INTO "user" (email) SELECT 'many' || n || '@example.com' FROM generate_series(1, 100) AS n;
      INSERT INTO session (token, user_id, expires_at)
        SELECT gen_random_uuid(), id, now() + n * interval '25 hours' FROM "user", generate_series(1, 30) AS n
        WHERE email LIKE 'many%';
      INSERT INTO activity (action, subject_type, at)
        SELECT 'signIn', 'session', now() - n * interval '1 minute' FROM generate_series(1, 20000) AS n`);
    // As after any number of writes: each slot of each period of two years.
    await database.pool.query(`
      INSERT INTO period_count SELECT series, date_trunc(unit, now(), 'UTC') + n * ('1 ' || unit)::interval, slot, 0
        FROM (SELECT DISTINCT series, CASE series WHEN 'session_end_hour' THEN 'hour' ELSE 'day' END FROM period_count)
          AS kept (series, unit), generate_series(-700, 30) AS n, generate_series(0, 15) AS slot
        ON CONFLICT DO NOTHING`);
    await database.pool.query("VACUUM ANALYZE");
  });

  test("the figures read only counters and an hour of an index", async () => {
    const recorder = recordStatements(database);
    const statements = await recorder.during(async () => {
      await readDayFigures(database.sql);
      await readFirstDays(database.sql);
    });
    expect(statements).toHaveLength(2);
    for (const statement of statements) {
      const { wholeTables, pages } = await recorder.plan(statement);
      expect(wholeTables.filter((name) => !name.endsWith("_count") && name !== "genre")).toEqual([]);
      expect(pages).toBeLessThan(500);
    }
  });
});
