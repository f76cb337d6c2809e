import type { SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { TextKey } from "#i18n/text-key.ts";
import type { OperationContext } from "#rpc/context.ts";
import type { Permissions } from "#rpc/permissions.ts";
import type { Sql } from "#server/database/connect.ts";
import type { CellValue } from "../../cell-value.ts";
import type { ImportField, ImportOptions, ImportProgress } from "../../csv/import-schema.ts";
import type { CsvFile } from "../csv/csv-file.ts";

/** An import of one kind of record. */
export type ImportDefinition<Field extends string = string> = {
  /** The permission that the caller needs. */
  permission: Permissions;
  fields: Readonly<Record<Field, ImportField>>;
  /** The column of each field, all of one table. That of a related field has the other record's id. */
  columns: Readonly<Record<NoInfer<Field>, PgColumn>>;
  unique?: UniqueFields<NoInfer<Field>>;
  /** Fields that name other records, for example a book's genre. */
  related?: readonly RelatedRecords<NoInfer<Field>>[];
  /** What the activity records as imported, for example "book". */
  subjectType: string;
  /** The rows of the example file. */
  example: readonly Readonly<Partial<Record<NoInfer<Field>, CellValue>>>[];
};

/** Fields whose texts together occur once, ignoring case. */
export type UniqueFields<Field extends string = string> = {
  fields: readonly Field[];
  /** The key of the problem that another record has them. */
  problem: TextKey;
  /** Whether empty values count as equal too: the index has NULLS NOT DISTINCT. */
  areEmptyEqual?: boolean;
};

/** Records that a field refers to by a name. A value that names several of them is a problem. */
export type RelatedRecords<Field extends string = string> = {
  field: Field;
  id: PgColumn;
  /** From `isNamed` or `isNamedIgnoringCase`: what has one of the names is meant. */
  names: readonly NameCondition[];
  /** Lets users add the records that don't exist yet. */
  add?: {
    /** The permission that this needs. */
    permission: Permissions;
    /** The maximum number of these records. */
    limit: number;
    insert: (transaction: Sql, names: string[]) => Promise<unknown>;
  };
};

/** The condition that a record has a name, which an index finds. */
export type NameCondition = (name: SQL) => SQL;

/** A check or a write of a file. */
export type ImportJob = {
  definition: ImportDefinition;
  context: OperationContext;
  file: CsvFile;
  options: ImportOptions;
  /** Aborts the import, which throws then and changes nothing. */
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
};
