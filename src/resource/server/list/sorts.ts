import { sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** A column that a list is sorted by, and how its values are written in cursors. */
export type SortKey = {
  /** What is compared: the column, or an expression that has an index. */
  key: SQL;
  /** The value as a cursor contains it, a text or null. */
  text: SQL;
  /** Converts a cursor's value to one that can be compared with `key`. */
  parse: (value: SQL) => SQL;
};

/** An order of a list. The engine adds the record's id as the last key. */
export type Sort = { keys: SortKey[]; related?: Related };

/** A table with few rows by whose names a list can be sorted. The list's `fetch` must join it. */
export type Related = {
  name: AnyPgColumn;
  id: AnyPgColumn;
  /** The list's column that refers to `id`. */
  reference: AnyPgColumn;
  /** The text that sorts records with the same related row. There is an index on (reference, text, id). */
  text: AnyPgColumn;
};

/** Nulls sort after every value. Without it, the column must be NOT NULL. */
export type SortOptions = { blanks?: "last" };

/** Sorts by a text, which should be an `orderedText` column. */
export function text(column: AnyPgColumn, o?: SortOptions): Sort {
  return { keys: [sortKey(column, o, "text")] };
}

/** Sorts by a day: a `date` column whose years are from 1 to 9999. */
export function day(column: AnyPgColumn, o?: SortOptions): Sort {
  return { keys: [sortKey(column, o, "date", sql`to_char(${column}, 'YYYY-MM-DD')`)] };
}

/** Sorts by a time: a `timestamptz` column of any precision whose years are from 1 to 9999. */
export function time(column: AnyPgColumn, o?: SortOptions): Sort {
  const asText = sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return { keys: [sortKey(column, o, "timestamptz", asText)] };
}

/** Sorts by a `smallint`, `integer`, `bigint` or `numeric` column. */
export function number(column: AnyPgColumn, o?: SortOptions): Sort {
  const columnType = column.getSQLType().replace(/\(.*/, "");
  const type = numberTypes.find((name) => name === columnType);
  if (!type) throw new Error(`Lists can't be sorted by ${column.name}, which is ${columnType}`);
  return { keys: [sortKey(column, o, type, sql`${column}::text`)] };
}

/** Sorts by the name of a related row, then by a text of the list's own table (docs/decisions/0012). */
export function related(o: Related): Sort {
  return { keys: [...text(o.name).keys, ...idKeys(o.id), ...text(o.text).keys], related: o };
}

/** The last key of every order: a UUID or a number. */
export function idKeys(column: AnyPgColumn): SortKey[] {
  if (column.getSQLType() !== "uuid") return number(column).keys;
  return [sortKey(column, {}, "uuid")];
}

/** A nullable column as a sort key, and the expression that its index must have: nulls become the last value. */
export function blanksLast(column: unknown, type: SortType = "text"): SQL {
  return sql`coalesce(${column}, ${lastValues[type]})`;
}

/**
 * The last value of each type. U+FFFF sorts after every text (UTS 35, part 5, 1.4). Integers have no infinity: nulls sort
 * among those with the type's largest value.
 */
const lastValues = {
  text: sql`U&'\\FFFF'`,
  date: sql`'infinity'::date`,
  timestamptz: sql`'infinity'::timestamptz`,
  smallint: sql`32767::smallint`,
  integer: sql`2147483647`,
  bigint: sql`9223372036854775807`,
  numeric: sql`'infinity'::numeric`,
};

type SortType = keyof typeof lastValues;

const numberTypes = ["smallint", "integer", "bigint", "numeric"] as const;

/** @param text the value as a cursor contains it, by default the column itself */
function sortKey(
  column: AnyPgColumn,
  { blanks }: SortOptions | undefined = {},
  type: SortType | "uuid",
  text = sql`${column}`,
): SortKey {
  if (!blanks && !column.notNull) throw new Error(`${column.name} can be null: say where blanks are sorted`);
  const orBlank = (value: SQL) => (blanks && type !== "uuid" ? blanksLast(value, type) : value);
  return {
    key: orBlank(sql`${column}`),
    text,
    parse: (value) => orBlank(sql`${value}::${sql.raw(type)}`),
  };
}
