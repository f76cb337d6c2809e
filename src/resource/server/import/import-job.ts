import type { Database, Sql } from "#server/database/connect.ts";
import type { ImportOptions, ImportProgress } from "../../csv/import-schema.ts";
import type { CsvFile } from "../csv/csv-file.ts";
import type { ImportDefinition } from "./definition.ts";

/** A check or a write of a file. */
export type ImportJob = {
  definition: ImportDefinition;
  database: Pick<Database, "sql">;
  file: CsvFile;
  options: Omit<ImportOptions, "adds">;
  /** The related fields whose missing records this user may add, and those that are added. */
  addable: ReadonlySet<string>;
  adds: ReadonlySet<string>;
  /** Whether the rows are written if the file has no problems. */
  isWrite: boolean;
  /** Aborts the import, which throws then and changes nothing. */
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
  /** Called in the transaction that has written the rows. */
  onWritten: (transaction: Sql, count: number) => Promise<void>;
  /** The transaction is being committed, which can't be aborted. */
  onCommit: () => void;
};
