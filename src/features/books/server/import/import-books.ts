import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { genreLimit } from "#features/genres/schema.ts";
import { mostDistinctHue } from "#features/genres/shared/hues.ts";
import { genres } from "#features/genres/table.ts";
import type { Database, Sql } from "#server/database/connect.ts";
import { violatedConstraint } from "#server/database/postgres-errors.ts";
import { createSemaphore } from "#server/limits/semaphore.ts";
import { decodeText, type CsvFile } from "../csv/csv-file.ts";
import { readRows } from "../csv/read-rows.ts";
import { validateRow, createProblem, type ImportRow, textWithNumbers } from "./validate-row.ts";
import { createProblemCollector, type ProblemCollector } from "./problem-collector.ts";
import {
  importLimits,
  type ImportProgress,
  type ImportOptions,
  type ImportResult,
} from "#features/books/import/import-schema.ts";
import {
  analyzeImportTable,
  findExistingBooks,
  findMissingGenres,
  findDuplicateRows,
  findRowsOfMissingGenres,
  createImportTable,
  type RowRange,
  insertImportRows,
  insertBooks,
} from "./import-table.ts";

type Import = {
  database: Pick<Database, "sql">;
  file: CsvFile;
  reading: ImportOptions;
  /** Whether the books are written, where nothing is wrong with them. */
  isWrite: boolean;
  /** Ends the work, which leaves nothing behind: it throws then. */
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
  /** From now on nothing stops the database from keeping the books. */
  onKeeping: () => void;
};

/** How many rows a statement is about: it takes a fraction of what a statement may. */
const batch = { compared: 2_000, written: 1_000 };

/** How often it is tried again where somebody wrote the same at the same moment. */
const attempts = 3;

/** The number of the advisory lock that the one who writes has: two would wait for each other's names crosswise. */
const writersLock = 40618;
const writing = createSemaphore(1);

/**
 * Imports a file of books: all of them, or none where anything is wrong with any. Checking is the same work, taken back.
 * @throws what `signal` says, and what the database does
 */
export async function importBooks(work: Import): Promise<ImportResult> {
  return work.isWrite ? await writing.run(() => attempt(work, attempts)) : await attempt(work, 1);
}

/** What someone else wrote meanwhile is found, and said by row, by looking again. */
async function attempt(work: Import, left: number): Promise<ImportResult> {
  try {
    return await inTransaction(work);
  } catch (error) {
    const isRace = error instanceof GenreWent || violatedConstraint(error) !== undefined;
    if (!isRace || left <= 1) throw error;
    return await attempt(work, left - 1);
  }
}

/** Takes a transaction back. */
class Undo extends Error {}

/** A genre was deleted between being found and being used. */
class GenreWent extends Error {}

async function inTransaction(work: Import): Promise<ImportResult> {
  let result: ImportResult | undefined;
  try {
    await work.database.sql.transaction(async (transaction) => {
      result = await runImport(work, transaction);
      work.signal.throwIfAborted();
      if (!result.isWritten) throw new Undo();
      work.onKeeping();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  if (!result) throw new Error("The import ended without a result");
  return result;
}

async function runImport(work: Import, transaction: Sql): Promise<ImportResult> {
  const problems = createProblemCollector();
  await createImportTable(transaction);
  const { rows, last } = await readFile(work, transaction, problems);
  const missing = await compare(work, transaction, problems, last);

  const isWritten = work.isWrite && problems.isEmpty;
  if (isWritten) await write(work, transaction, { rows, last });
  return { rows, isWritten, encoding: work.file.encoding, missingGenres: missing, ...problems.summary() };
}

/** Why a file can't be read on. */
const texts = { quote: "booksImport:problems.quote", length: "booksImport:problems.length" };

/** Reads all rows, checks each by itself, and lays those that can be compared beside the books. */
async function readFile(
  { file, reading, signal, onProgress }: Import,
  transaction: Sql,
  problems: ProblemCollector,
): Promise<{ rows: number; last: number }> {
  const { delimiter, hasHeader } = reading;
  let waiting: ImportRow[] = [];
  let width: number | undefined;
  let read = { bytes: 0, rows: 0, last: 0 };

  reading: for await (const piece of readRows(decodeText(file), delimiter)) {
    signal.throwIfAborted();
    for (const each of piece.rows) {
      const isHeader = width === undefined && hasHeader;
      width ??= each.cells.length;
      if (isHeader) continue;
      if (read.rows === importLimits.rows) {
        const text = textWithNumbers("booksImport:problems.tooMany", { count: importLimits.rows });
        problems.add("file", [createProblem(each.number, "file", null, "", text)]);
        break reading;
      }
      const { row, problems: found } = validateRow(each, reading, width);
      for (const one of found) problems.add(one.kind, [one]);
      if (row) waiting.push(row);
      read = { ...read, rows: read.rows + 1, last: each.number };
    }
    if (piece.broken) {
      const { row, line, reason } = piece.broken;
      problems.add("file", [createProblem(row, "file", null, "", textWithNumbers(texts[reason], { line }))]);
    }
    read.bytes += piece.bytes;
    if (waiting.length >= batch.compared) waiting = await stageAll(transaction, waiting);
    onProgress({ step: "reading", done: share(read.bytes, file.bytes), rows: read.rows });
    // Others are answered meanwhile.
    await setImmediate();
  }
  await stageAll(transaction, waiting);
  await analyzeImportTable(transaction);
  if (read.rows === 0 && problems.isEmpty) {
    const text = file.encoding === "binary" ? "booksImport:problems.binary" : "booksImport:problems.empty";
    problems.add("file", [createProblem(1, "file", null, "", text)]);
  }
  return read;
}

async function stageAll(transaction: Sql, rows: ImportRow[]): Promise<ImportRow[]> {
  for (let first = 0; first < rows.length; first += batch.compared) {
    await insertImportRows(transaction, rows.slice(first, first + batch.compared));
  }
  return [];
}

/** Finds what is wrong with rows beside other rows, books and genres. */
async function compare(
  work: Import,
  transaction: Sql,
  problems: ProblemCollector,
  last: number,
): Promise<ImportResult["missingGenres"]> {
  const repeated = await findDuplicateRows(transaction);
  const sameAs = (earlier: number) => textWithNumbers("booksImport:problems.repeated", { earlier });
  problems.add(
    "repeated",
    repeated.rows.map((each) =>
      createProblem(each.row, "repeated", "title", each.title, sameAs(each.earlier)),
    ),
    repeated.count,
  );
  for (const span of spans(last, batch.compared)) {
    work.signal.throwIfAborted();
    const existing = await findExistingBooks(transaction, span);
    problems.add(
      "exists",
      existing.map(({ row, title }) =>
        createProblem(row, "exists", "title", title, "books:errors.titleUsed"),
      ),
    );
    work.onProgress({ step: "comparing", done: share(span.last, last), rows: span.last });
  }
  return await compareGenres(work.reading, transaction, problems);
}

async function compareGenres(
  { addsGenres }: ImportOptions,
  transaction: Sql,
  problems: ProblemCollector,
): Promise<ImportResult["missingGenres"]> {
  const missing = await findMissingGenres(transaction);
  const without = await findRowsOfMissingGenres(transaction);
  const room = genreLimit - (await transaction.$count(genres));
  if (!addsGenres || missing.count > room) {
    const text = addsGenres
      ? textWithNumbers("booksImport:problems.genresFull", { count: genreLimit })
      : "booksImport:problems.genre";
    problems.add(
      "genre",
      without.rows.map(({ row, genre }) => createProblem(row, "genre", "genre", genre, text)),
      without.count,
    );
  }
  return { count: missing.count, names: missing.rows };
}

/** Adds the missing genres, and then all books, part by part in one transaction. */
async function write(
  { signal, onProgress }: Import,
  transaction: Sql,
  { rows, last }: { rows: number; last: number },
): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${writersLock})`);
  await addGenres(transaction);
  let written = 0;
  for (const span of spans(last, batch.written)) {
    signal.throwIfAborted();
    written += await insertBooks(transaction, span);
    onProgress({ step: "writing", done: share(span.last, last), rows: written });
  }
  if (written !== rows) throw new GenreWent();
}

async function addGenres(transaction: Sql): Promise<void> {
  const { rows: missing } = await findMissingGenres(transaction, genreLimit);
  if (missing.length === 0) return;
  const known = await transaction.select({ hue: genres.hue }).from(genres).limit(genreLimit);
  const hues = known.map(({ hue }) => hue);
  const added = missing.map(({ name }) => {
    const hue = mostDistinctHue(hues);
    hues.push(hue);
    return { name, hue };
  });
  await transaction.insert(genres).values(added);
}

/** The numbers from 1 to `last` in parts. */
function spans(last: number, size: number): RowRange[] {
  return Array.from({ length: Math.ceil(last / size) }, (_, index) => ({
    first: index * size + 1,
    last: Math.min((index + 1) * size, last),
  }));
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.min(1, part / whole);
}
