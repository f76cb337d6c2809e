import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import {
  createSampleTables,
  sampleGroups,
  sampleList,
  sampleQuerySchema,
  samples,
  sampleSortColumns,
  type SampleQuery,
} from "../../../../testing/sample-list.ts";
import { encodeCursor } from "./cursor.ts";

/*
 * The list engine, tested with a list that has every kind of order and filter.
 */

const runs = process.env.TEST_LONG ? 500 : 40;

let database: TestDatabase;
let groupIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  await createSampleTables(database);
  const rows = await database.sql
    .insert(sampleGroups)
    .values(["Épopée", "Classic", "Zen", "Classic"].map((name) => ({ name })))
    .returning();
  groupIds = rows.map(({ id }) => id);
});
afterAll(() => database.drop());
beforeEach(() => database.sql.delete(samples));

type NewSample = Omit<typeof samples.$inferInsert, "groupId"> & { group: number };

/** Few values, so that many records have the same. */
const newSample: fc.Arbitrary<NewSample> = fc.record({
  group: fc.nat(2),
  isActive: fc.boolean(),
  color: fc.constantFrom("red", "blue", "green"),
  tags: fc.constantFrom("a", "a b", "c"),
  title: fc.constantFrom("Poems", "poèmes", "The kept ode", "Kept", "Zürich", "-"),
  subtitle: fc.constantFrom(null, "Kept", "alpha", "Żak", "\u{10ffff}"),
  startsOn: fc.constantFrom("0001-01-01", "2026-02-28", "2026-03-01", "9999-12-31"),
  endsOn: fc.constantFrom(null, "2026-02-28", "9999-12-31"),
  seenAt: fc.constantFrom(
    "0001-01-01T00:00:00Z",
    "2026-01-01T00:00:00.000001Z",
    "2026-01-01T00:00:00.000002Z",
    "9999-12-31T23:59:59.999999Z",
  ),
  leftAt: fc.constantFrom(null, "2026-01-01T00:00:00.000001Z", "2026-01-01T00:00:00Z"),
  amount: fc.constantFrom(-(2 ** 31), -1, 0, 7, 2 ** 31 - 1),
  // Not the largest value, which nulls are sorted by.
  size: fc.constantFrom(null, -(2n ** 63n), 0n, 2n ** 53n + 1n, 2n ** 63n - 2n),
});

async function add(records: NewSample[]) {
  const rows = records.map(({ group, ...record }) => ({ ...record, groupId: groupIds[group] ?? "" }));
  if (rows.length > 0) await database.sql.insert(samples).values(rows);
}

const { sort, direction } = sampleQuerySchema.shape;
const sorts = sort.unwrap().options;
const directions = direction.unwrap().options;

type Narrowed = Partial<Omit<SampleQuery, "groupId">> & { group?: number | undefined };

const query: fc.Arbitrary<Narrowed> = fc.record({
  sort: fc.constantFrom(...sorts),
  direction: fc.constantFrom(...directions),
  searchTerm: fc.constantFrom("", "", "kept", "kept alpha", "po", "-"),
  group: fc.option(fc.nat(3), { nil: undefined }),
  isActive: fc.option(fc.boolean(), { nil: undefined }),
  color: fc.option(fc.constantFrom("red", "blue", "black"), { nil: undefined }),
  tag: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
});

function parse({ group, ...rest }: Narrowed): SampleQuery {
  return sampleQuerySchema.parse({ ...rest, groupId: group === undefined ? undefined : groupIds[group] });
}

/** The ids of a list, from a simple statement. */
async function expectedIds(list: SampleQuery): Promise<string[]> {
  const way = list.direction === "ascending" ? "ASC NULLS LAST" : "DESC NULLS FIRST";
  const keys = [
    sampleSortColumns[list.sort],
    ...(list.sort === "group" ? ["sample_group.id", "title"] : []),
    "sample.id",
  ];
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT sample.id FROM sample JOIN sample_group ON sample_group.id = group_id
     WHERE ($1::uuid IS NULL OR group_id = $1) AND ($2::boolean IS NULL OR is_active = $2)
       AND ($3::text IS NULL OR color = $3) AND ($4::text IS NULL OR tags LIKE '%' || $4 || '%')
       AND search_text LIKE ALL (SELECT search_pattern(term) FROM unnest(string_to_array(nullif($5, ''), ' ')) AS term)
     ORDER BY ${keys.map((key) => `${key} ${way}`).join(", ")}`,
    [list.groupId ?? null, list.isActive ?? null, list.color ?? null, list.tag ?? null, list.searchTerm],
  );
  return rows.map(({ id }) => id);
}

const records = fc.array(newSample, { minLength: 1, maxLength: 90, size: "max" });

test("the pages of a list contain what a simple statement returns, for any order, filters, search, page size and depth", async () => {
  await fc.assert(
    fc.asyncProperty(
      records,
      query,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 40 }),
      async (added, narrowed, limit, scanRows) => {
        await database.sql.delete(samples);
        await add(added);
        const list = parse(narrowed);
        const expected = await expectedIds(list);
        const ids: string[] = [];
        let after: string | undefined;
        do {
          const page = await sampleList.page(database.sql, { ...list, limit, after }, scanRows);
          ids.push(...page.items.map(({ id }) => id));
          expect(page.total).toEqual({ count: expected.length, isExact: true });
          expect(page.items.length === limit || page.next === null).toBe(true);
          after = page.next ?? undefined;
        } while (after !== undefined);
        expect(ids).toEqual(expected);
      },
    ),
    { numRuns: 4 * runs },
  );
});

test("a stream contains what a simple statement returns, whatever its batches", async () => {
  const size = fc.integer({ min: 1, max: 91 });
  await fc.assert(
    fc.asyncProperty(records, query, size, size, async (added, narrowed, limit, scanRows) => {
      await database.sql.delete(samples);
      await add(added);
      const list = parse(narrowed);
      const ids: string[] = [];
      for await (const batch of sampleList.stream(database.sql, list, limit, scanRows)) {
        ids.push(...batch.map(({ id }) => id));
      }
      expect(ids).toEqual(await expectedIds(list));
    }),
    { numRuns: runs },
  );
});

const lists = sorts.flatMap((by) =>
  directions.flatMap((order) => [
    { sort: by, direction: order, searchTerm: "" },
    { sort: by, direction: order, searchTerm: "kept" },
  ]),
);

test.each(lists)(
  "paging by $sort, $direction, searching for '$searchTerm', repeats nothing and skips nothing while others add and remove records",
  async (list) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(newSample, { minLength: 45, maxLength: 70 }),
        fc.array(newSample, { minLength: 1, maxLength: 12 }),
        async (permanent, temporary) => {
          await database.sql.delete(samples);
          const kept = (subtitle: string) => (record: NewSample) => ({ ...record, subtitle, tags: subtitle });
          await add([...permanent.map(kept("kept")), ...temporary.map(kept("kept not"))]);
          const rows: string[] = [];
          let after: string | undefined;
          do {
            const page = await sampleList.page(database.sql, { ...parse(list), after });
            rows.push(...page.items.map(({ id }) => id));
            after = page.next ?? undefined;
            await database.pool.query(
              "DELETE FROM sample WHERE id = (SELECT id FROM sample WHERE tags <> 'kept' ORDER BY random() LIMIT 1)",
            );
            await add(temporary.map(kept("kept not")));
          } while (after !== undefined);
          expect(new Set(rows).size).toBe(rows.length);
          const remaining = await database.sql
            .select({ id: samples.id })
            .from(samples)
            .where(and(eq(samples.tags, "kept"), sql`${samples.id} = any(${sql.param(rows)}::uuid[])`));
          expect(remaining).toHaveLength(permanent.length);
        },
      ),
      { numRuns: process.env.TEST_LONG ? 50 : 2, endOnFailure: true },
    );
  },
);

describe("a cursor", () => {
  const id = "4b1b9f0e-5f0c-4a53-8b8e-0d6c3a0f7a11";
  const extremes: Record<SampleQuery["sort"], (string | null)[][]> = {
    title: [[""], ["\u{10ffff}"], ["a'\\\n\u0001"]],
    subtitle: [[null], ["\uffff"]],
    startsOn: [["0001-01-01"], ["9999-12-31"]],
    endsOn: [[null], ["0001-01-01"]],
    seenAt: [["0001-01-01T00:00:00.000000Z"], ["9999-12-31T23:59:59.999999Z"]],
    leftAt: [[null], ["2026-02-28T23:59:59.999999Z"]],
    amount: [["-2147483648"], ["2147483647"]],
    size: [[null], ["-9223372036854775808"], ["9223372036854775807"]],
    group: [["Zen", id, "\uffff"]],
  };

  test.each(sorts)("by %s may have any value that the column can have", async (by) => {
    await add(fc.sample(newSample, 30));
    for (const order of directions) {
      for (const values of extremes[by]) {
        const after = encodeCursor({ list: "sample", sort: by }, [...values, id]);
        await sampleList.page(database.sql, { ...parse({ sort: by, direction: order }), after });
        await sampleList.page(database.sql, {
          ...parse({ sort: by, direction: order, searchTerm: "kept" }),
          after,
        });
      }
    }
  });

  test.each([
    ["of another order", "title", { sort: "subtitle" }, ["A", id]],
    ["of another list", "title", { list: "book" }, ["A", id]],
    ["with another number of values", "title", {}, ["A"]],
    ["with a number for a text", "title", {}, [1, id]],
    ["with a NUL", "title", {}, ["a\0", id]],
    ["with an invalid id", "title", {}, ["A", "4b1b9f0e"]],
    ["with 30 February", "startsOn", {}, ["2026-02-30", id]],
    ["with a time on 30 February", "seenAt", {}, ["2026-02-30T00:00:00.000000Z", id]],
    ["with a number beyond the column", "amount", {}, ["2147483648", id]],
    ["without a number", "size", {}, ["A", id]],
  ] as const)("%s is rejected", async (_, by, order, values) => {
    const after = encodeCursor({ list: "sample", sort: by, ...order }, values as unknown as string[]);
    const page = async () => await sampleList.page(database.sql, { ...parse({ sort: by }), after });
    await expect(page()).rejects.toMatchObject({ code: "BAD_CURSOR", data: { fields: ["after"] } });
  });

  test.each(["", "%%", "bm90IGpzb24", Buffer.from("{}").toString("base64url")])(
    "%j is rejected",
    async (after) => {
      const page = async () => await sampleList.page(database.sql, { ...parse({}), after });
      await expect(page()).rejects.toMatchObject({ code: "BAD_CURSOR" });
    },
  );
});
