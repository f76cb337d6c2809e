import { eq, getTableName } from "drizzle-orm";
import type { GetColumnData } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "#server/database/connect.ts";
import { selectById } from "#server/database/prepared.ts";
import { fetchBy } from "./list/fetch-rows.ts";

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
  const record: Record<string, PgColumn> = columns;
  const find = selectById(`find ${getTableName(table)}`, columns.id, (database, isWanted) =>
    database.select(record).from(table).where(isWanted),
  );
  return {
    /** Those of the records that exist: for `recordHandlers`. */
    async find(database: Sql, ids: readonly string[]): Promise<Values<Columns>[]> {
      return (await find(database, ids)) as Values<Columns>[];
    },

    /** For `defineList`. */
    fetch: fetchBy(
      (database, { from, id, columns: listed }) =>
        database
          .select({ ...listed, item: record })
          .from(from)
          .leftJoin(table, eq(columns.id, id)),
      ({ item }) => item as Values<Columns> | null,
    ),
  };
}
