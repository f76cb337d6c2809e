import {
  bigint,
  pgTable,
  primaryKey,
  smallint,
  type PgColumn,
  type PgColumnBuilderBase,
} from "drizzle-orm/pg-core";

/**
 * The number of a table's records by the values of NOT NULL columns: the sum of the `count` of several slots. After
 * `CALL keep_counts('wine', 'region')` in a migration, triggers on the table maintain it. Each transaction writes to a
 * slot that no other transaction uses, so writers don't wait for each other (docs/decisions/0012).
 * @param table the name of the table whose records are counted
 * @param columns those by which they are counted, under the names of the list's filters
 */
export function countTable<Columns extends Record<string, PgColumnBuilderBase>>(
  table: string,
  columns: Columns,
) {
  return pgTable(
    `${table}_count`,
    {
      ...columns,
      slot: smallint("slot").notNull(),
      /** Can be negative: a record may be added through one slot and removed through another. */
      count: bigint("count", { mode: "number" }).notNull(),
    },
    ({ count: _, ...keys }) => {
      const [first, ...rest] = Object.values<PgColumn>(keys);
      return first ? [primaryKey({ columns: [first, ...rest] })] : [];
    },
  );
}
