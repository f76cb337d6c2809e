import { eq, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** A filter of a list. */
export type Filter<Value = unknown> = {
  column: AnyPgColumn;
  /** The condition that the column, or the same column of a table of counts, matches the filter's value. */
  matches(column: AnyPgColumn, value: Value): SQL;
  /** Whether every order of the list has an index that begins with the column. */
  isOrdered: boolean;
};

/** Selects the records with a value. Every order of the list needs an index that begins with the column. */
export function equals<Value>(column: AnyPgColumn): Filter<Value> {
  return { column, matches: (own, value) => eq(own, value), isOrdered: true };
}

/**
 * Selects the records whose column meets a condition, with the bounded cost of a search (docs/decisions/0013). Conditions
 * that few records meet need an index.
 */
export function matches<Value>(
  column: AnyPgColumn,
  condition: (column: AnyPgColumn, value: Value) => SQL,
): Filter<Value> {
  return { column, matches: (own, value) => sql`(${condition(own, value)})`, isOrdered: false };
}
