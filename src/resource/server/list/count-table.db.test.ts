import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "#server/database/connect.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { createSampleTables, sampleGroups, samples } from "../../../../testing/sample-list.ts";

const changes = process.env.TEST_LONG ? 10_000 : 600;
const writers = 24;

let database: TestDatabase;
let groupIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  await createSampleTables(database);
  const rows = await database.sql
    .insert(sampleGroups)
    .values(["A", "B", "C"].map((name) => ({ name })))
    .returning();
  groupIds = rows.map(({ id }) => id);
});
afterAll(() => database.drop());

const anySample = () => ({
  groupId: groupIds[randomInt(3)] ?? "",
  isActive: randomInt(2) === 0,
  color: ["red", "blue"][randomInt(2)] ?? "",
  tags: "",
  title: "Title",
  startsOn: "2026-01-01",
  seenAt: "2026-01-01T00:00:00Z",
  amount: 0,
});

/** The numbers of records by the counted columns: those of the counters, and the real ones. */
async function counts() {
  const read = async (count: string, table: string) => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT group_id, is_active, color, ${count}::int AS count FROM ${table}
       GROUP BY group_id, is_active, color HAVING ${count} <> 0 ORDER BY group_id, is_active, color`,
    );
    return rows;
  };
  return { counted: await read("sum(count)", "sample_count"), real: await read("count(*)", "sample") };
}

async function expectCorrectCounters() {
  const { counted, real } = await counts();
  expect(counted).toEqual(real);
}

test(
  `the counters are correct after ${changes} random changes by ${writers} concurrent writers`,
  { timeout: 300_000 },
  async () => {
    const many = connect(database.connection, { max: writers });
    const someIds = "(SELECT id FROM sample OFFSET floor(random() * (SELECT count(*) FROM sample)) LIMIT 1)";
    const change = [
      () => many.sql.insert(samples).values(anySample()),
      () => many.sql.insert(samples).values([anySample(), anySample(), anySample()]),
      () => many.pool.query(`DELETE FROM sample WHERE id IN ${someIds}`),
      () => many.pool.query(`UPDATE sample SET group_id = $1 WHERE id IN ${someIds}`, [anySample().groupId]),
      () => many.pool.query(`UPDATE sample SET is_active = NOT is_active WHERE id IN ${someIds}`),
      () => many.pool.query("UPDATE sample SET title = 'Other' WHERE false"),
      () =>
        many.sql
          .transaction(async (transaction) => {
            await transaction.insert(samples).values([anySample(), anySample()]);
            transaction.rollback();
          })
          .catch(() => undefined),
      () =>
        many.sql.transaction(async (transaction) => {
          const [sample] = await transaction.insert(samples).values(anySample()).returning();
          await transaction
            .update(samples)
            .set({ color: "green" })
            .where(eq(samples.id, sample?.id ?? ""));
        }),
    ];
    let left = changes;
    const write = async () => {
      while ((left -= 1) >= 0) await change[randomInt(change.length)]?.();
    };
    try {
      await Promise.all(Array.from({ length: writers }, write));
    } finally {
      await many.close();
    }
    expect((await counts()).real).not.toEqual([]);
    await expectCorrectCounters();
  },
);

test("two concurrent writers don't wait for each other", async () => {
  const [one, other] = [await database.pool.connect(), await database.pool.connect()];
  try {
    for (const client of [one, other]) {
      await client.query("BEGIN");
      await client.query(
        `INSERT INTO sample (group_id, is_active, color, tags, title, starts_on, seen_at, amount)
         VALUES ($1, true, 'red', '', 'Title', '2026-01-01', now(), 0)`,
        [groupIds[0]],
      );
    }
    for (const client of [one, other]) await client.query("COMMIT");
  } finally {
    one.release();
    other.release();
  }
  await expectCorrectCounters();
});

test("the counters are correct after TRUNCATE", async () => {
  await database.pool.query("TRUNCATE sample");
  await expectCorrectCounters();
});

test("a table that has records already is counted, also without columns", async () => {
  await database.pool.query(`
    CREATE TABLE box (id int PRIMARY KEY, is_open boolean NOT NULL);
    CREATE TABLE box_count (slot smallint PRIMARY KEY, count bigint NOT NULL);
    INSERT INTO box SELECT i, i % 2 = 0 FROM generate_series(1, 5) AS i;
    CALL keep_counts('box');
    INSERT INTO box VALUES (6, true);
    UPDATE box SET is_open = false;
    DELETE FROM box WHERE id IN (1, 2, 7)`);
  const { rows } = await database.pool.query("SELECT sum(count)::int AS count FROM box_count");
  expect(rows).toEqual([{ count: 4 }]);
});
