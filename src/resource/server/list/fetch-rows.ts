import { sql, type SQL } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { preparedStatements, type Query } from "#server/database/prepared.ts";
import type { Position } from "./cursor.ts";
import type { Scan } from "./keyset-scan.ts";

/** The rows that a statement lists, for the FROM clause of a `Fetch`. */
export type Listed = {
  from: SQL;
  /** The id of each record, to left join the list's table. */
  id: SQL;
  columns: { rowNumber: SQL<number>; position: SQL<Position | null>; total: SQL<number | null> };
};

/** The values of `Listed.columns`. Rows before those that a page can end with have no position. */
type ListedRow = { rowNumber: number; position: Position | null; total: number | null };

/** A row with its record. */
export type Row<Item> = ListedRow & { item: Item };

/** A statement that is sent often, and its values. */
export type Prepared = { name: string; values: Record<string, unknown> };

/** Executes the query of a list. `item` is null or undefined for a row without a record. */
export type Fetch<Item> = (
  database: Sql,
  listed: () => Listed,
  prepared: Prepared | undefined,
) => Promise<Row<Item | null | undefined>[]>;

/**
 * Creates the `fetch` of a list.
 * @param select selects `columns` and what the records contain. It left joins the list's table, and that of a `related` order
 * @param toItem converts a row; null or undefined for a row without a record
 */
export function fetchBy<Selected extends ListedRow, Item>(
  select: (database: Sql, listed: Listed) => Query<Selected> & PromiseLike<Selected[]>,
  toItem: (row: Omit<Selected, keyof ListedRow>) => Item | null | undefined,
): Fetch<Item> {
  const executePrepared = preparedStatements<Selected>();
  return async (database, listed, prepared) => {
    const rows = prepared
      ? await executePrepared(database, prepared.name, prepared.values, (at) => select(at, listed()))
      : await select(database, listed());
    return rows.map(({ rowNumber, position, total, ...row }) => ({
      rowNumber,
      position,
      total,
      item: toItem(row),
    }));
  };
}

/** The rows that a list needs. */
type Wanted = {
  /** Selects `id` and `row_number`. */
  statement: () => SQL;
  /** The number of the first row whose position is needed. */
  positionsFrom: number;
  /** Selects the number of records as `count`, for the column `total` of each row. */
  totalStatement?: (() => SQL) | undefined;
  prepared?: Prepared | undefined;
};

/** Fetches records in order. */
export async function fetchRows<Item>(
  database: Sql,
  fetch: Fetch<Item>,
  { keys }: Scan,
  { statement, positionsFrom, totalStatement, prepared }: Wanted,
) {
  const listed = (): Listed => {
    const values = sql.join(
      keys.map(({ text }) => text),
      sql`, `,
    );
    const total = totalStatement ? sql`(${totalStatement()})` : sql`null::bigint`;
    return {
      from: sql`(${statement()}) as listed`,
      id: sql`listed.id`,
      columns: {
        rowNumber: sql<number>`listed.row_number`.mapWith(Number),
        position: sql<Position | null>`case when listed.row_number >= ${positionsFrom} then json_build_array(${values}) end`,
        total: sql<number | null>`${total}`.mapWith(Number),
      },
    };
  };
  const fetched = await fetch(database, listed, prepared);
  const rows = fetched
    .flatMap(({ item, ...row }) => (item ? [{ ...row, item }] : []))
    .sort((a, b) => a.rowNumber - b.rowNumber);
  return {
    rows,
    /** The number in the extra row, which has no record. */
    extra: fetched.find(({ item }) => !item)?.rowNumber,
  };
}
