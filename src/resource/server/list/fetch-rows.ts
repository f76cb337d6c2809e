import { sql, type SQL } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import type { Position } from "./cursor.ts";
import type { Scan } from "./keyset-scan.ts";

/** The rows that a statement lists, for the FROM clause of a `Fetch`. */
export type Listed = {
  from: SQL;
  /** The id of each record, to left join the list's table. */
  id: SQL;
  columns: { rowNumber: SQL<number>; position: SQL<Position | null> };
};

/** A row with its record. Rows before those that a page can end with have no position. */
export type Row<Item> = { rowNumber: number; position: Position | null; item: Item };

/**
 * Selects `columns` and what the records contain. It left joins the list's table, and that of a `related` order. `item` is
 * null or undefined for a row without a record.
 */
export type Fetch<Item> = (database: Sql, listed: Listed) => Promise<Row<Item | null | undefined>[]>;

/**
 * Fetches records in order.
 * @param statement selects `id` and `row_number`
 * @param positionsFrom the number of the first row whose position is needed
 */
export async function fetchRows<Item>(
  database: Sql,
  fetch: Fetch<Item>,
  { keys }: Scan,
  statement: SQL,
  positionsFrom: number,
) {
  const values = sql.join(
    keys.map(({ text }) => text),
    sql`, `,
  );
  const position = sql<Position | null>`case when listed.row_number >= ${positionsFrom} then json_build_array(${values}) end`;
  const fetched = await fetch(database, {
    from: sql`(${statement}) as listed`,
    id: sql`listed.id`,
    columns: {
      rowNumber: sql<number>`listed.row_number`.mapWith(Number),
      position,
    },
  });
  const rows = fetched
    .flatMap(({ item, ...row }) => (item ? [{ ...row, item }] : []))
    .sort((a, b) => a.rowNumber - b.rowNumber);
  return {
    rows,
    /** The number in the extra row, which has no record. */
    extra: fetched.find(({ item }) => !item)?.rowNumber,
  };
}
