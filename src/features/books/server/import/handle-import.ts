import { ORPCError } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { maskUnexpectedErrors } from "#rpc/mask-unexpected-errors.ts";
import { requirePermission } from "#rpc/permission.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { createSemaphore, type Semaphore } from "#server/limits/semaphore.ts";
import { type CsvFile, readCsvFile } from "../csv/csv-file.ts";
import { previewFile } from "./preview-file.ts";
import { importBooks } from "./import-books.ts";
import { registerImport, cancelRunningImport } from "./running-imports.ts";
import {
  previewLimits,
  importIdSchema,
  importLimits,
  type ImportMessage,
  type ImportProgress,
  importQuerySchema,
  type ImportQuery,
  type ImportResult,
} from "#features/books/import/import-schema.ts";

/** How many imports a server works on at once: each has its file in memory. The others wait for their turn. */
const imports = createSemaphore(2);

/** How often one person may send a file, in any ten minutes. */
const budget = { limit: 120, windowSeconds: 600 };

/** Milliseconds between two lines of progress. */
const betweenLines = 100;

/**
 * Answers an upload of books as CSV: with its columns, or with lines of progress and what came of checking or writing
 * it. Nothing of the file is read before it is known that the person may.
 * @throws ORPCError for what is refused
 */
export async function handleImport(request: Request, context: OperationContext): Promise<Response> {
  const { user } = requirePermission(context, { book: ["create"] });
  const query = readQuery(new URL(request.url).searchParams);
  if (query.mode !== "columns" && query.addsGenres) requirePermission(context, { genre: ["create"] });
  const { sql } = context.database;
  const { allowed, retryAfterSeconds } = await consumeLimit(sql, { key: `import:${user.id}`, ...budget });
  if (!allowed) {
    throw new ORPCError("TOO_MANY_REQUESTS", {
      status: 429,
      data: { retryAfterSeconds },
      message: `Those were too many files: try again in ${retryAfterSeconds} seconds.`,
    });
  }
  if (query.mode === "columns") {
    const file = await receive(request, { maxBytes: previewLimits.bytes, isCut: query.isCut });
    return Response.json(await previewFile(file, query.delimiter));
  }
  return await begin(user.id, request, context, query);
}

/**
 * Answers who cancels a write: with how many books it has added, which are none unless it was too late. One that another
 * instance works on is not known here.
 * @throws ORPCError for what is refused
 */
export async function handleImportCancel(request: Request, context: OperationContext): Promise<Response> {
  const { user } = requirePermission(context, { book: ["create"] });
  const { data: id } = importIdSchema.safeParse(new URL(request.url).searchParams.get("id"));
  const added = id && (await cancelRunningImport(user.id, id));
  if (added === undefined) throw new ORPCError("NOT_FOUND", { message: "No such import is known here." });
  return Response.json({ added });
}

function readQuery(parameters: URLSearchParams): ImportQuery {
  const { data, error } = importQuerySchema.safeParse(Object.fromEntries(parameters));
  if (data) return data;
  throw new ORPCError("BAD_REQUEST", {
    message: "The address doesn't say how to read the file.",
    data: { issues: error.issues },
  });
}

async function receive(
  request: Request,
  { maxBytes, isCut }: { maxBytes: number; isCut?: boolean },
): Promise<CsvFile> {
  const file = await readCsvFile(request.body, { maxBytes, isCut });
  if (file) return file;
  throw new ORPCError("FILE_TOO_LARGE", {
    status: 413,
    message: `The file is larger than ${maxBytes} bytes: import it in parts.`,
  });
}

/** The turns of each person who imports something at the moment. */
const people = new Map<string, { semaphore: Semaphore; waiting: number }>();

/** One import of a person's after the other, and few of all people's at once. */
async function inTurn(userId: string, work: () => Promise<void>): Promise<void> {
  const own = people.get(userId) ?? { semaphore: createSemaphore(1), waiting: 0 };
  people.set(userId, own);
  own.waiting += 1;
  try {
    await own.semaphore.run(() => imports.run(work));
  } finally {
    own.waiting -= 1;
    if (own.waiting === 0) people.delete(userId);
  }
}

/** Answers as soon as the whole file is there, and then tells of the work, which ends where the client leaves. */
async function begin(
  userId: string,
  request: Request,
  context: OperationContext,
  query: Exclude<ImportQuery, { mode: "columns" }>,
): Promise<Response> {
  const begun = Promise.withResolvers<Response>();
  const stopping = new AbortController();
  const signal = AbortSignal.any([request.signal, stopping.signal]);
  const own =
    query.mode === "write" && query.id ? registerImport(userId, query.id, () => stopping.abort()) : undefined;
  let isKeeping = false;

  void inTurn(userId, async () => {
    signal.throwIfAborted();
    const file = await receive(request, { maxBytes: importLimits.bytes });
    const lines = writeLines(() => stopping.abort());
    begun.resolve(
      new Response(lines.stream, {
        headers: { "content-type": "application/x-ndjson", "cache-control": "no-store" },
      }),
    );
    const work = { database: context.database, file, reading: query, isWrite: query.mode === "write" };
    const onKeeping = () => {
      isKeeping = true;
      own?.keep(addedBy(imported, signal));
    };
    const imported = importBooks({ ...work, signal, onProgress: lines.tellNowAndThen, onKeeping });
    await maskUnexpectedErrors({ context, next: () => unlessGone(imported, signal) }).then(
      (result) => lines.end(result && { result }),
      (error: unknown) =>
        lines.end({ failure: { ...failureOf(error), ...(isKeeping && { code: "UNSURE" }) } }),
    );
  })
    .catch((error: unknown) => {
      // Who has cancelled it before it began needs no answer, and it has not failed.
      if (stopping.signal.aborted) begun.resolve(new Response(null, { status: 204 }));
      else begun.reject(error);
    })
    .finally(() => own?.end());
  return await begun.promise;
}

/** How many books an import added. @throws where nobody knows */
async function addedBy(imported: Promise<ImportResult>, signal: AbortSignal): Promise<number> {
  try {
    const { rows, isWritten } = await imported;
    return isWritten ? rows : 0;
  } catch (error) {
    // Somebody else wrote one of the books, and it was stopped before it tried again.
    if (error === signal.reason) return 0;
    throw error;
  }
}

/** What came of an import; nothing where it was stopped, which is no failure. */
async function unlessGone(
  imported: Promise<ImportResult>,
  signal: AbortSignal,
): Promise<ImportResult | undefined> {
  return await imported.catch((error: unknown) => {
    if (error === signal.reason) return undefined;
    throw error;
  });
}

function failureOf(error: unknown) {
  if (!(error instanceof ORPCError)) return { code: "INTERNAL_SERVER_ERROR" };
  return { code: error.code, ...(error.data as { text?: string; reference?: string }) };
}

/** A stream of lines of JSON. Nobody waits for who reads it slowly: what was not read yet is a few lines. */
function writeLines(onCancel: () => void) {
  let isOpen = true;
  let last = -Infinity;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start(its) {
      controller = its;
    },
    cancel() {
      isOpen = false;
      onCancel();
    },
  });
  const tell = (line: ImportMessage) => {
    if (isOpen) controller.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
  };
  return {
    stream,
    tellNowAndThen(progress: ImportProgress) {
      const now = performance.now();
      // The end of a step is told in any case: after the last one's it is too late to cancel.
      if (progress.done < 1 && now - last < betweenLines) return;
      last = now;
      tell({ progress });
    },
    end(line: ImportMessage | undefined) {
      if (line) tell(line);
      if (isOpen) controller.close();
      isOpen = false;
    },
  };
}
