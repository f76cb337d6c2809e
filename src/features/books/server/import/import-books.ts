import { setImmediate } from "node:timers/promises";
import { sql, TransactionRollbackError } from "drizzle-orm";
import { genreLimit } from "#features/genres/schema.ts";
import { mostDistinctHue } from "#features/genres/shared/hues.ts";
import { genres } from "#features/genres/table.ts";
import type { Database, Sql } from "#server/database/connect.ts";
import { violatedConstraint } from "#server/database/postgres-errors.ts";
import { createSemaphore } from "#server/limits/semaphore.ts";
import {
  importLimits,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
} from "../../import/import-schema.ts";
import { decodeText, type CsvFile } from "#resource/server/csv/csv-file.ts";
import { readRows } from "#resource/server/csv/read-rows.ts";
import {
  analyzeImportTable,
  createImportTable,
  findDuplicateRows,
  findExistingBooks,
  findMissingGenres,
  findRowsOfMissingGenres,
  insertBooks,
  insertImportRows,
  type RowRange,
} from "./import-table.ts";
import { createProblemCollector, textWithNumbers, type ProblemCollector } from "./problem-collector.ts";
import { validateRow, type ImportRow } from "./validate-row.ts";

type ImportJob = {
  database: Pick<Database, "sql">;
  file: CsvFile;
  options: ImportOptions;
  /** Whether the books are added if the file has no problems. */
  isWrite: boolean;
  /** Aborts the import, which throws then and changes nothing. */
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
  /** Called in the transaction that has added the books. */
  onWritten: (transaction: Sql, count: number) => Promise<void>;
  /** The transaction is being committed, which can't be aborted. */
  onCommit: () => void;
};

/** Rows per statement, so that each takes a fraction of the statement timeout. */
const batchSizes = { compare: 2_000, write: 1_000 };

/** How often a write is tried if someone else writes the same books or genres at the same time. */
const maxAttempts = 3;

/** The advisory lock of a write: two concurrent ones could wait for each other's titles in a deadlock. */
const writeLock = 40618;
const writeSemaphore = createSemaphore(1);

/** Imports all books of a file, or none if any has a problem. A check does the same and is rolled back. */
export async function importBooks(job: ImportJob): Promise<ImportResult> {
  return job.isWrite
    ? await writeSemaphore.run(() => importWithRetries(job))
    : await importInTransaction(job);
}

/** Retries after someone else's concurrent write, which the next attempt finds and reports by row. */
async function importWithRetries(job: ImportJob): Promise<ImportResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await importInTransaction(job);
    } catch (error) {
      const isRetryable = error instanceof GenreDeletedError || violatedConstraint(error) !== undefined;
      if (!isRetryable || attempt === maxAttempts) throw error;
    }
  }
}

/** A genre was deleted after its rows were compared. */
class GenreDeletedError extends Error {}

async function importInTransaction(job: ImportJob): Promise<ImportResult> {
  let result: ImportResult | undefined;
  try {
    await job.database.sql.transaction(async (transaction) => {
      result = await runImport(job, transaction);
      job.signal.throwIfAborted();
      if (!result.isWritten) transaction.rollback();
      job.onCommit();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  if (!result) throw new Error("The import ended without a result");
  return result;
}

async function runImport(job: ImportJob, transaction: Sql): Promise<ImportResult> {
  const problems = createProblemCollector();
  await createImportTable(transaction);
  const { rowCount, lastRow } = await readFile(job, transaction, problems);
  await compareBooks(job, transaction, problems, lastRow);
  const missingGenres = await compareGenres(job.options, transaction, problems);
  const isWritten = job.isWrite && problems.isEmpty;
  if (isWritten) {
    await writeBooks(job, transaction, { rowCount, lastRow });
    await job.onWritten(transaction, rowCount);
  }
  return { rows: rowCount, isWritten, encoding: job.file.encoding, missingGenres, ...problems.summary() };
}

const brokenRowTexts = { quote: "booksImport:problems.quote", length: "booksImport:problems.length" };

/** Reads the file into the import table, and validates each row. */
async function readFile(
  { file, options, signal, onProgress }: ImportJob,
  transaction: Sql,
  problems: ProblemCollector,
): Promise<{ rowCount: number; lastRow: number }> {
  const addFileProblem = (row: number, text: string) =>
    problems.add([{ row, kind: "file", field: null, value: "", text }]);
  let pendingRows: ImportRow[] = [];
  let width: number | undefined;
  let bytesRead = 0;
  let rowCount = 0;
  let lastRow = 0;

  batches: for await (const batch of readRows(decodeText(file), options.delimiter)) {
    signal.throwIfAborted();
    for (const csvRow of batch.rows) {
      const isHeader = width === undefined && options.hasHeader;
      width ??= csvRow.cells.length;
      if (isHeader) continue;
      if (rowCount === importLimits.rows) {
        const text = textWithNumbers("booksImport:problems.tooMany", { count: importLimits.rows });
        addFileProblem(csvRow.number, text);
        break batches;
      }
      const { row, problems: rowProblems } = validateRow(csvRow, options, width);
      for (const problem of rowProblems) problems.add([problem]);
      if (row) pendingRows.push(row);
      rowCount += 1;
      lastRow = csvRow.number;
    }
    if (batch.broken) {
      const { row, line, reason } = batch.broken;
      addFileProblem(row, textWithNumbers(brokenRowTexts[reason], { line }));
    }
    if (pendingRows.length >= batchSizes.compare) {
      await insertImportRows(transaction, pendingRows);
      pendingRows = [];
    }
    bytesRead += batch.bytes;
    onProgress({ step: "reading", done: shareOf(bytesRead, file.bytes.length), rows: rowCount });
    // Lets other requests run.
    await setImmediate();
  }
  if (pendingRows.length > 0) await insertImportRows(transaction, pendingRows);
  await analyzeImportTable(transaction);
  if (rowCount === 0 && problems.isEmpty) {
    addFileProblem(
      1,
      file.encoding === "binary" ? "booksImport:problems.binary" : "booksImport:problems.empty",
    );
  }
  return { rowCount, lastRow };
}

/** Finds rows whose book is in another row or exists already. */
async function compareBooks(
  { signal, onProgress }: ImportJob,
  transaction: Sql,
  problems: ProblemCollector,
  lastRow: number,
): Promise<void> {
  const duplicates = await findDuplicateRows(transaction);
  problems.add(
    duplicates.rows.map(({ row, title, earlier }) => {
      const text = textWithNumbers("booksImport:problems.repeated", { earlier });
      return { row, kind: "repeated", field: "title", value: title, text };
    }),
    duplicates.count,
  );
  for (const range of rowRanges(lastRow, batchSizes.compare)) {
    signal.throwIfAborted();
    const existing = await findExistingBooks(transaction, range);
    const text = "books:errors.titleUsed";
    problems.add(
      existing.map(({ row, title }) => ({ row, kind: "exists", field: "title", value: title, text })),
    );
    onProgress({ step: "comparing", done: shareOf(range.last, lastRow), rows: range.last });
  }
}

/** Finds genres that don't exist. They are a problem unless they can be added. */
async function compareGenres(
  { addsGenres }: ImportOptions,
  transaction: Sql,
  problems: ProblemCollector,
): Promise<ImportResult["missingGenres"]> {
  const missing = await findMissingGenres(transaction);
  const remaining = genreLimit - (await transaction.$count(genres));
  if (!addsGenres || missing.count > remaining) {
    const text = addsGenres
      ? textWithNumbers("booksImport:problems.genresFull", { count: genreLimit })
      : "booksImport:problems.genre";
    const { rows, count } = await findRowsOfMissingGenres(transaction);
    problems.add(
      rows.map(({ row, genre }) => ({ row, kind: "genre", field: "genre", value: genre, text })),
      count,
    );
  }
  return { count: missing.count, names: missing.rows };
}

/** Adds the missing genres and then all books. */
async function writeBooks(
  { signal, onProgress }: ImportJob,
  transaction: Sql,
  { rowCount, lastRow }: { rowCount: number; lastRow: number },
): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${writeLock})`);
  await addMissingGenres(transaction);
  let written = 0;
  for (const range of rowRanges(lastRow, batchSizes.write)) {
    signal.throwIfAborted();
    written += await insertBooks(transaction, range);
    onProgress({ step: "writing", done: shareOf(range.last, lastRow), rows: written });
  }
  if (written !== rowCount) throw new GenreDeletedError();
}

async function addMissingGenres(transaction: Sql): Promise<void> {
  const { rows: missing } = await findMissingGenres(transaction, genreLimit);
  if (missing.length === 0) return;
  const existing = await transaction.select({ hue: genres.hue }).from(genres).limit(genreLimit);
  const hues = existing.map(({ hue }) => hue);
  const added = missing.map(({ name }) => {
    const hue = mostDistinctHue(hues);
    hues.push(hue);
    return { name, hue };
  });
  await transaction.insert(genres).values(added);
}

/** The row numbers from 1 to `lastRow` in ranges. */
function rowRanges(lastRow: number, size: number): RowRange[] {
  return Array.from({ length: Math.ceil(lastRow / size) }, (_, index) => ({
    first: index * size + 1,
    last: Math.min((index + 1) * size, lastRow),
  }));
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.min(1, part / whole);
}
