import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "#server/database/connect.ts";

/**
 * Creates the `write` of an import whose rows have the same columns as the table.
 * @param names the table's columns, for example `genreId` for a related field `genre`
 */
export function insertRows<Table extends PgTable>(
  table: Table,
  names: readonly (keyof Table["_"]["columns"] & string)[],
) {
  const all = new Map(Object.entries(getTableColumns<PgTable>(table)));
  const columns = sql.join(
    names.map((name) => sql.identifier(all.get(name)?.name ?? name)),
    sql`, `,
  );
  return async (transaction: Sql, rows: SQL): Promise<number> => {
    const inserted = await transaction.execute(
      sql`insert into ${table} (${columns}) select ${columns} from ${rows}`,
    );
    return inserted.rowCount ?? 0;
  };
}
