import { eq, inArray } from "drizzle-orm";
import type { GetColumnData } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "#server/database/connect.ts";
import type { Fetch } from "./list/fetch-rows.ts";

/** The values of columns, by their names. */
type Values<Columns extends Record<string, PgColumn>> = {
  [Name in keyof Columns]: GetColumnData<Columns[Name]>;
};

/**
 * Reads records that consist of columns of one table.
 * @param columns those that a record has
 */
export function plainRecords<Columns extends Record<string, PgColumn> & { id: PgColumn }>(
  table: PgTable,
  columns: Columns,
) {
  return {
    /** Those of the records that exist: for `recordHandlers`. */
    async find(database: Sql, ids: readonly string[]): Promise<Values<Columns>[]> {
      const rows = await database
        .select<Record<string, PgColumn>>(columns)
        .from(table)
        .where(inArray(columns.id, ids));
      return rows as Values<Columns>[];
    },

    /** For `defineList`. */
    fetch: (async (database, { from, id, columns: listed }) => {
      const record: Record<string, PgColumn> = columns;
      const rows = await database
        .select({ ...listed, item: record })
        .from(from)
        .leftJoin(table, eq(columns.id, id));
      return rows as Awaited<ReturnType<Fetch<Values<Columns>>>>;
    }) satisfies Fetch<Values<Columns>>,
  };
}
