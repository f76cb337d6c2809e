import { sql } from "drizzle-orm";
import { check, integer, timestamp, uuid, type PgColumn } from "drizzle-orm/pg-core";

/** In milliseconds, like JavaScript's dates, so that cursors are exact. */
const savedAt = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3 }).notNull().defaultNow();

/** The columns of every table of records. Updates and deletions name the version that the caller saw. */
export const recordColumns = {
  id: uuid("id").primaryKey().defaultRandom(),
  createdAt: savedAt("created_at"),
  updatedAt: savedAt("updated_at"),
  /** Incremented by each update. */
  version: integer("version").notNull().default(1),
};

/**
 * Checks that a text column holds what `typedText` lets through: a length in characters, Unicode NFC without surrounding
 * or repeated spaces, and no control characters.
 * @param name the beginning of the constraints' names, for example "book_title"
 */
export function textChecks(name: string, column: PgColumn, limit: number) {
  return [
    check(`${name}_length`, sql`char_length(${column}) between 1 and ${sql.raw(String(limit))}`),
    check(`${name}_folded`, sql`${column} is nfc normalized and ${column} !~ '^\\s|\\s$|\\s{2}'`),
    check(`${name}_plain`, sql`is_plain_text(${column})`),
  ];
}
