import { setImmediate } from "node:timers/promises";
import { sql, TransactionRollbackError } from "drizzle-orm";
import { recordActivity } from "#server/activity/record-activity.ts";
import type { Sql } from "#server/database/connect.ts";
import { violatedConstraint } from "#server/database/postgres-errors.ts";
import { createSemaphore } from "#server/limits/semaphore.ts";
import { importLimits, type ImportResult } from "../../csv/import-schema.ts";
import { decodeText } from "../csv/csv-file.ts";
import { readRows, type UnreadRow } from "../csv/read-rows.ts";
import { addMissingRecords, compareRelated } from "./compare-related.ts";
import type { ImportJob } from "./definition.ts";
import {
  analyzeImportTable,
  createImportTable,
  findDuplicateRows,
  findExistingRecords,
  insertImportRows,
  type RowRange,
  writeRecords,
} from "./import-table.ts";
import { createProblemCollector, textWithNumbers, type ProblemCollector } from "./problem-collector.ts";
import { unreadableCell, validateRow, type ImportRow } from "./validate-row.ts";

/** Rows per statement, so that each takes a fraction of the statement timeout. */
const batchSizes = { compare: 2_000, write: 1_000 };

/** The advisory lock of writes: two concurrent ones could wait for each other's records in a deadlock. */
const writeLock = 40618;
const writeSemaphore = createSemaphore(1);

/** Imports all rows of a file, or none if any has a problem. A check does the same and is rolled back. */
export async function runImport(job: ImportJob): Promise<ImportResult> {
  if (job.options.mode === "check") return await importInTransaction(job);
  try {
    return await writeSemaphore.run(() => importInTransaction(job));
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error;
    // Someone else has written one of the records since they were compared: a check reports its row.
    return await importInTransaction({ ...job, options: { ...job.options, mode: "check" } });
  }
}

async function importInTransaction(job: ImportJob): Promise<ImportResult> {
  let result: ImportResult | undefined;
  try {
    await job.context.database.sql.transaction(async (transaction) => {
      result = await importRows(job, transaction);
      job.signal.throwIfAborted();
      // The caller may have been banned since the import began.
      await job.context.lockCaller(transaction);
      if (!result.isWritten) transaction.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  if (!result) throw new Error("The import ended without a result");
  return result;
}

async function importRows(job: ImportJob, transaction: Sql): Promise<ImportResult> {
  const problems = createProblemCollector();
  await createImportTable(transaction, job.definition.fields);
  const { rowCount, lastRow } = await readFile(job, transaction, problems);
  await compareUnique(job, transaction, problems, lastRow);
  const missing = await compareRelated(job, transaction, problems);
  const isWritten = job.options.mode === "write" && problems.isEmpty;
  if (isWritten) {
    await writeRows(job, transaction, lastRow);
    await recordActivity(transaction, job.context, {
      action: "import",
      subject: { type: job.definition.subjectType },
      after: { count: rowCount },
    });
  }
  return { rows: rowCount, isWritten, encoding: job.file.encoding, missing, ...problems.summary() };
}

/** Why a file isn't read from a row on. */
function textOfUnread({ reason, line }: UnreadRow): string {
  if (reason === "count")
    return textWithNumbers("resourceImport:problems.tooMany", { count: importLimits.rows });
  return textWithNumbers(`resourceImport:problems.${reason}`, { line });
}

/** Reads the file into the import table, and validates each row. */
async function readFile(
  { definition: { fields }, file, options, signal, onProgress }: ImportJob,
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

  const maxRows = options.firstRow - 1 + importLimits.rows + (options.hasHeader ? 1 : 0);
  for (const batch of readRows(decodeText(file), options.delimiter, maxRows)) {
    signal.throwIfAborted();
    for (const csvRow of batch.rows) {
      const isAbove = csvRow.number < options.firstRow;
      const unreadable = unreadableCell(csvRow, isAbove ? {} : options.columns);
      if (unreadable) problems.add([unreadable]);
      if (isAbove) continue;
      const isHeader = width === undefined && options.hasHeader;
      width ??= csvRow.cells.length;
      if (isHeader) continue;
      rowCount += 1;
      lastRow = csvRow.number;
      if (unreadable) continue;
      const { row, problems: rowProblems } = validateRow(csvRow, fields, options.columns, width);
      for (const problem of rowProblems) problems.add([problem]);
      if (row) pendingRows.push(row);
    }
    if (batch.unread) addFileProblem(batch.unread.row, textOfUnread(batch.unread));
    if (pendingRows.length >= batchSizes.compare) {
      await insertImportRows(transaction, fields, pendingRows);
      pendingRows = [];
    }
    bytesRead += batch.bytes;
    onProgress({ step: "reading", done: shareOf(bytesRead, file.bytes.length), rows: rowCount });
    // Lets other requests run.
    await setImmediate();
  }
  if (pendingRows.length > 0) await insertImportRows(transaction, fields, pendingRows);
  await analyzeImportTable(transaction);
  if (rowCount === 0 && problems.isEmpty) {
    addFileProblem(
      1,
      file.encoding === "binary" ? "resourceImport:problems.binary" : "resourceImport:problems.empty",
    );
  }
  return { rowCount, lastRow };
}

/** Finds rows whose record is in another row or exists already. */
async function compareUnique(
  { definition: { columns, unique }, signal, onProgress }: ImportJob,
  transaction: Sql,
  problems: ProblemCollector,
  lastRow: number,
): Promise<void> {
  if (!unique) return;
  const { problem: text } = unique;
  const [field = ""] = unique.fields;
  const duplicates = await findDuplicateRows(transaction, unique);
  problems.add(
    duplicates.rows.map(({ row, value, earlier }) => {
      const repeated = textWithNumbers("resourceImport:problems.repeated", { earlier });
      return { row, kind: "repeated", field, value, text: repeated };
    }),
    duplicates.count,
  );
  for (const range of rowRanges(lastRow, batchSizes.compare)) {
    signal.throwIfAborted();
    const existing = await findExistingRecords(transaction, columns, unique, range);
    problems.add(existing.map((row) => ({ ...row, kind: "exists", field, text })));
    onProgress({ step: "comparing", done: shareOf(range.last, lastRow), rows: range.last });
  }
}

/** Adds missing related records and then all rows. */
async function writeRows(
  { definition, options, signal, onProgress }: ImportJob,
  transaction: Sql,
  lastRow: number,
): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${writeLock})`);
  if (options.adds)
    for (const related of definition.related ?? []) await addMissingRecords(transaction, related);
  let written = 0;
  for (const range of rowRanges(lastRow, batchSizes.write)) {
    signal.throwIfAborted();
    written += await writeRecords(transaction, definition, range);
    onProgress({ step: "writing", done: shareOf(range.last, lastRow), rows: written });
  }
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
