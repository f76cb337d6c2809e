import type { SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { TextKey } from "#i18n/text-key.ts";
import type { Permissions } from "#rpc/permissions.ts";
import type { Sql } from "#server/database/connect.ts";
import type { CellValue } from "../../csv/cells.ts";
import type { ImportField } from "../../csv/import-fields.ts";

/** An import of one kind of record. */
export type ImportDefinition<Field extends string = string> = {
  /** The permission that the caller needs. */
  permission: Permissions;
  fields: Readonly<Record<Field, ImportField>>;
  /** The fields whose values together occur once. */
  unique?: readonly UniqueFields<Field>[];
  /** The fields that name another record, for example a book's genre. */
  related?: { readonly [Name in Field]?: RelatedRecords };
  /**
   * Inserts some rows in their order, and returns how many it inserted.
   * @param rows for FROM: has a column for each field in snake_case, and `<field>_id` for each related field
   */
  write: (transaction: Sql, rows: SQL) => Promise<number>;
  /** What the activity records as imported, for example "book". */
  subjectType: string;
  /** The values of the example file's rows, in the order of the fields. */
  example: readonly (readonly CellValue[])[];
};

/** Fields whose values together occur once in a table. */
export type UniqueFields<Field extends string = string> = {
  /** Their columns. */
  columns: { readonly [Name in Field]?: PgColumn };
  /** The key of the problem that another record has the same values. */
  problem: TextKey;
  /** How the unique index compares a text: by default ignoring case in every language. */
  key?: (text: SQL) => SQL;
};

/** Records that a field refers to by their names, which are unique, ignoring case. */
export type RelatedRecords = {
  id: PgColumn;
  name: PgColumn;
  /** Lets users add the records that don't exist yet. */
  add?: {
    /** The permission that this needs. */
    permission: Permissions;
    /** The maximum number of these records. */
    limit: number;
    insert: (transaction: Sql, names: string[]) => Promise<unknown>;
  };
};
