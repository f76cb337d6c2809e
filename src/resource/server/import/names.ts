import { sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { blanksLast } from "../list/sorts.ts";
import type { NameCondition } from "./definition.ts";

/** A text without case, as most unique indexes compare it. */
export const ignoreCase = (text: unknown): SQL => sql`lower(${text} collate "und-x-icu")`;

/** Names that differ by more than case. There is a unique index on them without case. */
export function isNamedIgnoringCase(column: PgColumn): NameCondition {
  return (name) => sql`${ignoreCase(column)} = ${ignoreCase(name)}`;
}

/** Names that lists are sorted by, whose index finds them. */
export function isNamed(column: PgColumn): NameCondition {
  const indexed = column.notNull ? column : blanksLast(column);
  // The cast gives both texts the same collation.
  return (name) => sql`${indexed} = ${name}::${sql.raw(column.getSQLType())}`;
}
