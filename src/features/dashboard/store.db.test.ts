import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Sql } from "#server/database/connect.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { recordStatements } from "../../../testing/statements.ts";
import { type DayFigures, readBooksByGenre, readDayFigures } from "./store.ts";

const changes = process.env.FLYLEAF_LONG ? 3_000 : 200;
const writers = 24;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    "INSERT INTO genre (name, hue) SELECT 'Genre ' || n, n FROM generate_series(1, 3) AS n",
  );
});
afterAll(() => database.drop());

const some = (table: string) => `(SELECT id FROM ${table} ORDER BY random() LIMIT 1)`;

/** A random interval around now, for times of creation and expiry. */
const days = (from: number, to: number) => `make_interval(mins => ${randomInt(from * 1440, to * 1440)})`;

/** Random writes. Rows have random ages, and sessions any time of expiry, also in this hour. */
const writes = [
  () => `INSERT INTO book (title, author, genre_id, created_at)
    SELECT gen_random_uuid(), 'Author', id, now() - ${days(0, 60)} FROM genre`,
  () => `DELETE FROM book WHERE id = ${some("book")}`,
  () => `UPDATE book SET genre_id = ${some("genre")} WHERE id = ${some("book")}`,
  () => `WITH deleted AS (DELETE FROM book WHERE id = ${some("book")} RETURNING *)
    INSERT INTO deleted_record (table_name, id, deleted_by, record)
    SELECT 'book', id, id, to_jsonb(deleted) FROM deleted`,
  () => `WITH kept AS (DELETE FROM deleted_record RETURNING record)
    INSERT INTO book (id, title, author, genre_id, created_at)
    SELECT id, title, author, genre_id, created_at FROM kept, jsonb_populate_record(null::book, record)`,
  () => `INSERT INTO genre (name, hue) VALUES (gen_random_uuid(), 0)`,
  () => `DELETE FROM genre WHERE id = (SELECT id FROM genre
    WHERE name NOT LIKE 'Genre%' AND id NOT IN (SELECT genre_id FROM book) LIMIT 1)`,
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
      // Concurrent deletions can meet a constraint, and on a busy machine the lock timeout: then nothing is written.
      await many.pool
        .query(statement)
        .catch(({ code }: { code: string }) => expect(code).toMatch(/^23|^40P01|^55P03/));
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
    UPDATE book SET created_at = created_at - ${earlier};
    UPDATE session SET expires_at = expires_at - ${earlier};
    ALTER TABLE activity DISABLE TRIGGER activity_unchanged;
    UPDATE activity SET at = at - ${earlier};
    ALTER TABLE activity ENABLE ALWAYS TRIGGER activity_unchanged;
    CREATE TEMP TABLE moved ON COMMIT DROP AS TABLE period_count;
    DELETE FROM period_count;
    INSERT INTO period_count SELECT series, period - ${earlier}, slot, count FROM moved;
    COMMIT`);
}

type Totals = Pick<DayFigures, "books" | "genres" | "users" | "sessions">;

/** The totals, counted row by row. @param time at which sessions are active */
async function countTotals(time: string, on: Sql = database.sql): Promise<Totals> {
  const { rows } = await on.execute<Totals>(
    sql.raw(`SELECT (SELECT count(*)::int FROM book) AS books, (SELECT count(*)::int FROM genre) AS genres,
      (SELECT count(*)::int FROM "user") AS users,
      (SELECT count(*)::int FROM session WHERE expires_at > ${time}) AS sessions`),
  );
  const [totals] = rows;
  if (!totals) throw new Error("Nothing was counted");
  return totals;
}

const endOfDay = "date_trunc('day', now(), 'UTC') + interval '24 hours' - interval '1 microsecond'";

const totalsOf = ({ books, genres, users, sessions }: DayFigures): Totals => ({
  books,
  genres,
  users,
  sessions,
});

test(
  "the figures of each day equal a count of the rows, after random concurrent writes over 40 days",
  { timeout: 300_000 },
  async () => {
    const expected = new Map<number, Totals>();
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
      expect(figures.at(-1)?.sessions).toBeGreaterThan(0);
      for (const daysAgo of [30, 29, 10, 1, 0]) {
        const day = figures[30 - daysAgo];
        expect(day && totalsOf(day), `${daysAgo} days ago`).toEqual(expected.get(daysAgo));
      }
      const { rows } = await transaction.execute(sql`
        select to_char(day, 'YYYY-MM-DD') as "day",
          (select count(*)::int from book where (created_at at time zone 'UTC')::date = day) as "newBooks",
          (select count(*)::int from activity
            where action = 'signIn' and (at at time zone 'UTC')::date = day) as "signIns"
        from generate_series((now() at time zone 'UTC')::date - 30, (now() at time zone 'UTC')::date, '1 day') as day`);
      expect(figures.map(({ day, newBooks, signIns }) => ({ day, newBooks, signIns }))).toEqual(rows);
    });
  },
);

test("two transactions that write to the same tables don't wait for each other", async () => {
  const [one, other] = [await database.pool.connect(), await database.pool.connect()];
  try {
    for (const client of [one, other]) {
      await client.query("BEGIN");
      await client.query("SET LOCAL lock_timeout = '1s'");
      await client.query("INSERT INTO genre (name, hue) VALUES (gen_random_uuid(), 0)");
      await client.query("INSERT INTO activity (action, subject_type) VALUES ('signIn', 'session')");
    }
    for (const client of [one, other]) await client.query("COMMIT");
  } finally {
    one.release();
    other.release();
  }
  await database.sql.transaction(async (transaction) => {
    const figures = await readDayFigures(transaction);
    const [today, counted] = [figures.at(-1), await countTotals("now()", transaction)];
    expect(today && totalsOf(today)).toEqual(counted);
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

describe("with many rows", () => {
  beforeAll(async () => {
    await database.pool.query(`
      INSERT INTO "user" (email) SELECT 'many' || n || '@example.com' FROM generate_series(1, 100) AS n;
      INSERT INTO session (token, user_id, expires_at)
        SELECT gen_random_uuid(), id, now() + n * interval '25 hours' FROM "user", generate_series(1, 30) AS n
        WHERE email LIKE 'many%';
      INSERT INTO activity (action, subject_type, at)
        SELECT 'signIn', 'session', now() - n * interval '1 minute' FROM generate_series(1, 20000) AS n;
      INSERT INTO genre (name, hue) SELECT 'Many ' || n, 0 FROM generate_series(1, 400) AS n`);
    // As after any number of writes: each slot of each period of two years, and of each genre.
    await database.pool.query(`
      INSERT INTO period_count SELECT series, date_trunc(unit, now(), 'UTC') + n * ('1 ' || unit)::interval, slot, 0
        FROM (VALUES ('book_added', 'day'), ('book_change', 'day'), ('genre_change', 'day'), ('user_change', 'day'),
          ('session_start', 'day'), ('session_end', 'day'), ('sign_in', 'day'), ('session_end_hour', 'hour'))
          AS kept (series, unit), generate_series(-700, 30) AS n, generate_series(0, 15) AS slot
        ON CONFLICT DO NOTHING;
      INSERT INTO book_count SELECT id, slot, 0 FROM genre, generate_series(0, 15) AS slot ON CONFLICT DO NOTHING`);
    await database.pool.query("VACUUM ANALYZE");
  });

  test("the figures read only counters and an hour of an index", async () => {
    const recorder = recordStatements(database);
    const statements = await recorder.during(async () => {
      await readDayFigures(database.sql);
      await readBooksByGenre(database.sql);
    });
    expect(statements).toHaveLength(2);
    for (const statement of statements) {
      const { wholeTables, pages } = await recorder.plan(statement);
      expect(wholeTables.filter((name) => !["genre", "book_count", "user_count"].includes(name))).toEqual([]);
      expect(pages).toBeLessThan(300);
    }
  });
});

test("genres are those with most books, and the others together", async () => {
  await database.pool.query(`DELETE FROM book;
    INSERT INTO genre (name, hue) SELECT 'Top ' || n, n FROM generate_series(1, 14) AS n;
    INSERT INTO book (title, author, genre_id) SELECT 'Book ' || n, name, id FROM genre, generate_series(1, hue) AS n
      WHERE name LIKE 'Top%'`);
  const { top, others } = await readBooksByGenre(database.sql);
  expect(top.map(({ name, books }) => `${name}: ${books}`)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Top ${14 - index}: ${14 - index}`),
  );
  expect(others).toEqual({ genres: 4, books: 1 + 2 + 3 + 4 });
  await database.pool.query("DELETE FROM book");
  expect(await readBooksByGenre(database.sql)).toEqual({ top: [], others: { genres: 0, books: 0 } });
});
