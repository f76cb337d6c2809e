import { sql, type SQL } from "drizzle-orm";
import { index, text, type ExtraConfigColumn } from "drizzle-orm/pg-core";

/**
 * The column that a list's search matches: a space precedes each word, and each part is on a line of its own.
 * @param parts the columns' names, or expressions for those that can be null
 */
export function searchTextColumn(...parts: string[]) {
  const lines = parts.join(String.raw` || E'\n ' || `);
  return text("search_text")
    .notNull()
    .generatedAlwaysAs((): SQL => sql.raw(`' ' || fold_text(${lines})`));
}

/** The indexes of a `searchTextColumn`. @param table the beginning of their names */
export function searchIndexes(table: string, column: ExtraConfigColumn) {
  const symbols = sql`search_signs(${column})`;
  // No pending lists, since every search would have to scan them.
  return [
    index(`${table}_search`).using("gin", column.op("gin_trgm_ops")).with({ fastupdate: false }),
    index(`${table}_search_signs`).using("gin", symbols).with({ fastupdate: false }),
    lettersIndex(table, column),
  ];
}

/** The index of a searched column for terms that no trigram has (`search_letters` in the migrations). */
export function lettersIndex(table: string, column: ExtraConfigColumn) {
  const letters = sql`search_letters(${column})`;
  return index(`${table}_search_letters`)
    .using("gin", letters)
    .with({ fastupdate: false })
    .where(sql`${letters} is not null`);
}

type Key = Partial<ExtraConfigColumn> | SQL;

/**
 * The indexes of a list's orders: one for each sort key, and one for each key after the column of each `equals` filter
 * (docs/decisions/0012).
 * @param table the beginning of their names
 */
export function orderIndexes(
  table: string,
  { id, keys, filters = {} }: { id: Key; keys: Record<string, Key>; filters?: Record<string, Key> },
) {
  return Object.entries(keys).flatMap(([name, key]) => [
    index(`${table}_${name}_order`).on(key, id),
    ...Object.entries(filters).map(([filter, column]) =>
      index(`${table}_${filter}_${name}_order`).on(column, key, id),
    ),
  ]);
}
