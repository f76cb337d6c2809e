import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import {
  createSampleTables,
  sampleGroups,
  sampleList,
  sampleQuerySchema,
  type SampleQuery,
} from "../../../../testing/sample-list.ts";
import { withoutIndexes } from "../../../../testing/without-indexes.ts";
import { recordStatements } from "../../../../testing/statements.ts";

/*
 * The cost of a list must not grow with the table: with 100,000 records, a plan that scans a whole table is obvious.
 */

const size = 100_000;

let database: TestDatabase;
let statements: ReturnType<typeof recordStatements>;
let groupId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await createSampleTables(database);
  const groups = await database.sql
    .insert(sampleGroups)
    .values([..."ABCDEFGHIJ"].map((name) => ({ name })))
    .returning();
  groupId = groups[1]?.id ?? "";
  const client = await database.pool.connect();
  await client.query("SET statement_timeout = 0");
  await withoutIndexes(client, ["sample"], () =>
    client.query(
      `INSERT INTO sample (group_id, is_active, color, tags, title, subtitle, starts_on, ends_on, seen_at, left_at, amount, size)
       SELECT ($1::uuid[])[1 + i % 10], i % 1000 > 0, CASE WHEN i % 300 = 0 THEN 'black' ELSE 'red' END,
         CASE WHEN i % 2000 = 0 THEN 'rare' ELSE 'common' END, 'Title ' || md5(i::text), CASE WHEN i % 3 > 0 THEN 'S ' || i END,
         date '2000-01-01' + i % 5000, CASE WHEN i % 2 > 0 THEN date '2000-01-01' + i END,
         now() - i * interval '1 second', CASE WHEN i % 2 > 0 THEN now() END, i % 100, i
       FROM generate_series(1, ${size}) AS i`,
      [groups.map(({ id }) => id)],
    ),
  );
  client.release(true);
  await database.pool.query("VACUUM ANALYZE sample, sample_group, sample_count");
  statements = recordStatements(database);
}, 120_000);
afterAll(() => database.drop());

async function plansOf(query: Partial<SampleQuery>, depth: number) {
  const list = sampleQuerySchema.parse(query);
  let after: string | undefined;
  for (let page = 0; page < depth; page += 1) {
    const { next } = await sampleList.page(database.sql, { ...list, limit: 100, after });
    after = next ?? undefined;
  }
  const sent = await statements.during(() => sampleList.page(database.sql, { ...list, after }));
  return await Promise.all(sent.map((statement) => statements.plan(statement)));
}

const { sort, direction } = sampleQuerySchema.shape;
const orders = sort
  .unwrap()
  .options.flatMap((by) => direction.unwrap().options.map((order) => ({ sort: by, direction: order })));

test.each(orders)(
  "by $sort, $direction, a page reads few blocks at any depth, in one statement",
  async (order) => {
    for (const filter of [
      {},
      { groupId },
      ...(order.sort === "group" ? [] : [{ isActive: true }, { color: "red" }]),
    ]) {
      for (const depth of [0, 10]) {
        const plans = await plansOf({ ...order, ...filter }, depth);
        expect(plans).toHaveLength(1);
        expect(plans.flatMap(({ wholeTables }) => wholeTables)).not.toContain("sample");
        expect(plans.reduce((sum, { pages }) => sum + pages, 0)).toBeLessThan(250);
      }
    }
  },
);

test.each([
  { isActive: false, color: "black" },
  { groupId: "", isActive: false },
  { sort: "group", color: "black" },
  { sort: "group", isActive: false },
  { color: "black", searchTerm: "title" },
  { tag: "common" },
  { isActive: true, tag: "common", sort: "size" },
] as const)(
  "filtered by %j, a page takes at most three statements and scans no whole table",
  async (query) => {
    const plans = await plansOf({ ...query, ...("groupId" in query && { groupId }) }, 0);
    expect(plans.length).toBeLessThanOrEqual(3);
    expect(plans.flatMap(({ wholeTables }) => wholeTables)).not.toContain("sample");
  },
);
