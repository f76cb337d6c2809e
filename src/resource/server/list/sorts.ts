import { sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { cursorTimeSchema } from "#server/database/cursor.ts";

/** A column that a list is sorted by, and how its values are written in cursors. */
export type SortKey = {
  /** What is compared: the column, or an expression that has an index. */
  key: SQL;
  /** The value as a cursor contains it, a text or null. */
  text: SQL;
  /** Converts a cursor's value to one that can be compared with `key`. */
  parse: (value: SQL) => SQL;
  /** Rejects values that the column can't have. */
  schema: z.ZodType<string | null>;
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

const textSchema = z.string().refine((value) => value.isWellFormed() && !value.includes("\0"));

/** Sorts by a text, which should be an `orderedText` column. */
export function text(column: AnyPgColumn, o?: SortOptions): Sort {
  return { keys: [sortKey(column, o, { type: "text", schema: textSchema })] };
}

/** Sorts by a day: a `date` column whose years are from 1 to 9999. */
export function day(column: AnyPgColumn, o?: SortOptions): Sort {
  const schema = z.iso.date().refine((value) => !value.startsWith("0000"));
  const asText = sql`to_char(${column}, 'YYYY-MM-DD')`;
  return { keys: [sortKey(column, o, { type: "date", schema, text: asText })] };
}

/** Sorts by a time: a `timestamptz` column of any precision whose years are from 1 to 9999. */
export function time(column: AnyPgColumn, o?: SortOptions): Sort {
  const asText = sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return { keys: [sortKey(column, o, { type: "timestamptz", schema: cursorTimeSchema(6), text: asText })] };
}

/** Sorts by a `smallint`, `integer`, `bigint` or `numeric` column. */
export function number(column: AnyPgColumn, o?: SortOptions): Sort {
  const columnType = column.getSQLType().replace(/\(.*/, "");
  const type = numberTypes.find(({ name }) => name === columnType);
  if (!type) throw new Error(`Lists can't be sorted by ${column.name}, which is ${columnType}`);
  const schema = z
    .string()
    .regex(type.form, { abort: true })
    .refine((value) => !type.max || isWithin(value, type.max));
  return { keys: [sortKey(column, o, { type: type.name, schema, text: sql`${column}::text` })] };
}

/** Sorts by the name of a related row, then by a text of the list's own table (docs/decisions/0012). */
export function related(o: Related): Sort {
  return { keys: [...text(o.name).keys, ...idKeys(o.id), ...text(o.text).keys], related: o };
}

/** The last key of every order: a UUID or a number. */
export function idKeys(column: AnyPgColumn): SortKey[] {
  if (column.getSQLType() !== "uuid") return number(column).keys;
  return [sortKey(column, {}, { type: "uuid", schema: z.uuid() })];
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

const integer = /^-?\d{1,19}$/;

const numberTypes: { name: SortType; form: RegExp; max?: bigint }[] = [
  { name: "smallint", form: integer, max: 2n ** 15n - 1n },
  { name: "integer", form: integer, max: 2n ** 31n - 1n },
  { name: "bigint", form: integer, max: 2n ** 63n - 1n },
  { name: "numeric", form: /^-?\d{1,200}(\.\d{1,200})?$/ },
];

function isWithin(value: string, max: bigint): boolean {
  return BigInt(value) <= max && BigInt(value) >= -max - 1n;
}

function sortKey(
  column: AnyPgColumn,
  { blanks }: SortOptions = {},
  o: { type: SortType | "uuid"; schema: z.ZodType<string>; text?: SQL },
): SortKey {
  if (!blanks && !column.notNull) throw new Error(`${column.name} can be null: say where blanks are sorted`);
  const orBlank = (value: SQL) => (blanks && o.type !== "uuid" ? blanksLast(value, o.type) : value);
  return {
    key: orBlank(sql`${column}`),
    text: o.text ?? sql`${column}`,
    parse: (value) => orBlank(sql`${value}::${sql.raw(o.type)}`),
    schema: blanks ? o.schema.nullable() : o.schema,
  };
}
