import { eq, sql } from "drizzle-orm";
import { bigint, boolean, date, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { flagSchema, listQuerySchema } from "#resource/schema.ts";
import { recordColumns } from "#resource/server/columns.ts";
import { orderIndexes, searchIndexes, searchTextColumn } from "#resource/server/list/columns.ts";
import { countTable } from "#resource/server/list/count-table.ts";
import { defineList } from "#resource/server/list/define-list.ts";
import { fetchBy } from "#resource/server/list/fetch-rows.ts";
import { equals, matches } from "#resource/server/list/filters.ts";
import * as sorts from "#resource/server/list/sorts.ts";
import type { Database } from "#server/database/connect.ts";
import { orderedText } from "#server/database/columns.ts";

/*
 * A resource with columns of every kind, for tests of what resources share. Its tables exist in test databases only.
 */

export const sampleGroups = pgTable(
  "sample_group",
  { id: uuid("id").primaryKey().defaultRandom(), name: orderedText("name").notNull() },
  ({ id, name }) => orderIndexes("sample_group", { id, keys: { name } }),
);

const filterColumns = () => ({
  groupId: uuid("group_id")
    .notNull()
    .references(() => sampleGroups.id),
  isActive: boolean("is_active").notNull(),
  color: text("color").notNull(),
});

export const samples = pgTable(
  "sample",
  {
    ...recordColumns,
    ...filterColumns(),
    title: orderedText("title").notNull(),
    subtitle: orderedText("subtitle"),
    startsOn: date("starts_on").notNull(),
    endsOn: date("ends_on"),
    /** To the microsecond. */
    seenAt: timestamp("seen_at", { withTimezone: true, mode: "string" }).notNull(),
    leftAt: timestamp("left_at", { withTimezone: true, mode: "string" }),
    amount: integer("amount").notNull(),
    size: bigint("size", { mode: "bigint" }),
    tags: text("tags").notNull(),
    searchText: searchTextColumn("title", "coalesce(subtitle, '')"),
  },
  (sample) => [
    ...orderIndexes("sample", {
      id: sample.id,
      keys: {
        title: sample.title,
        subtitle: sorts.blanksLast(sample.subtitle),
        starts: sample.startsOn,
        ends: sorts.blanksLast(sample.endsOn, "date"),
        seen: sample.seenAt,
        left: sorts.blanksLast(sample.leftAt, "timestamptz"),
        amount: sample.amount,
        size: sorts.blanksLast(sample.size, "bigint"),
      },
      filters: { group: sample.groupId, active: sample.isActive, color: sample.color },
    }),
    ...searchIndexes("sample", sample.searchText),
  ],
);

const sampleCounts = countTable("sample", filterColumns());

export type Sample = typeof samples.$inferSelect;

export const sampleQuerySchema = listQuerySchema([
  "title",
  "subtitle",
  "startsOn",
  "endsOn",
  "seenAt",
  "leftAt",
  "amount",
  "size",
  "group",
]).extend({
  groupId: z.uuid().optional(),
  isActive: flagSchema.optional(),
  color: z.string().max(20).optional(),
  tag: z.string().max(20).optional(),
});

export type SampleQuery = z.infer<typeof sampleQuerySchema>;

export const sampleList = defineList<SampleQuery, Sample>({
  table: samples,
  searchText: samples.searchText,
  sorts: {
    title: sorts.text(samples.title),
    subtitle: sorts.text(samples.subtitle, { blanks: "last" }),
    startsOn: sorts.day(samples.startsOn),
    endsOn: sorts.day(samples.endsOn, { blanks: "last" }),
    seenAt: sorts.time(samples.seenAt),
    leftAt: sorts.time(samples.leftAt, { blanks: "last" }),
    amount: sorts.number(samples.amount),
    size: sorts.number(samples.size, { blanks: "last" }),
    group: sorts.related({
      name: sampleGroups.name,
      id: sampleGroups.id,
      reference: samples.groupId,
      text: samples.title,
    }),
  },
  filters: {
    groupId: equals(samples.groupId),
    isActive: equals(samples.isActive),
    color: equals(samples.color),
    tag: matches(samples.tags, (tags, tag) => sql`${tags} = ${tag} or ${tags} like ${`%${tag}%`}`),
  },
  counts: sampleCounts,
  fetch: fetchBy(
    (database, { from, id, columns }) =>
      database
        .select({ ...columns, sample: samples })
        .from(from)
        .leftJoin(samples, eq(samples.id, id))
        .leftJoin(sampleGroups, eq(sampleGroups.id, samples.groupId)),
    ({ sample }) => sample,
  ),
});

/** The column that each order compares first, in SQL. Nulls are last. */
export const sampleSortColumns: Record<SampleQuery["sort"], string> = {
  title: "title",
  subtitle: "subtitle",
  startsOn: "starts_on",
  endsOn: "ends_on",
  seenAt: "seen_at",
  leftAt: "left_at",
  amount: "amount",
  size: "size",
  group: "sample_group.name",
};

/** Creates the tables, as migrations would. */
export async function createSampleTables({ pool }: Pick<Database, "pool">): Promise<void> {
  const { generateDrizzleJson, generateMigration } = await import("drizzle-kit/api");
  const tables = generateDrizzleJson({ sampleGroups, samples, sampleCounts });
  for (const statement of await generateMigration(generateDrizzleJson({}), tables))
    await pool.query(statement);
  await pool.query("CALL keep_counts('sample', 'group_id', 'is_active', 'color')");
}
