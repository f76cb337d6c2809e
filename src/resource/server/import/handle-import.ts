import { ORPCError } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { maskUnexpectedErrors } from "#rpc/mask-unexpected-errors.server.ts";
import { invalidInput } from "#rpc/invalid-input.server.ts";
import { requirePermission } from "#rpc/enforce-permission.server.ts";
import { recordActivity } from "#server/activity/record-activity.ts";
import { receiveFile, type ReceivedFile } from "#server/files/receive-file.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { createSemaphore } from "#server/limits/semaphore.ts";
import {
  importIdSchema,
  importLimits,
  importQuerySchema,
  previewLimits,
  type ImportQuery,
  type ImportResult,
} from "../../csv/import-schema.ts";
import { createCsvFile, readCsvFile } from "../csv/csv-file.ts";
import type { ImportDefinition } from "./definition.ts";
import type { ImportJob } from "./import-job.ts";
import { runImport } from "./run-import.ts";
import { createMessageStream } from "./message-stream.ts";
import { previewFile } from "./preview-file.ts";
import { cancelRunningImport, registerImport } from "./running-imports.ts";

/** Limits the files in memory: two, of different users. */
const importSemaphore = createSemaphore(2, 1);

const rateLimit = { limit: 120, windowSeconds: 600 };

/**
 * Handles a POST request: a CSV file in the body is previewed, checked or written. The last two respond with lines of JSON:
 * progress, then the result. The body isn't read before the user's permission is checked.
 * @throws ORPCError if the request is rejected
 */
export async function handleImport(
  definition: ImportDefinition,
  request: Request,
  context: OperationContext,
): Promise<Response> {
  const { fields, permission, related = {} } = definition;
  const { user } = requirePermission(context, permission);
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const { data: query, error } = importQuerySchema(fields).safeParse(parameters);
  if (!query) throw invalidInput(error.issues, parameters);
  for (const field of query.mode === "columns" ? [] : query.adds) {
    const add = related[field]?.add;
    if (add) requirePermission(context, add.permission);
  }
  const limit = await consumeLimit(context.database.sql, { key: `import:${user.id}`, ...rateLimit });
  if (!limit.allowed) {
    const { retryAfterSeconds } = limit;
    throw new ORPCError("TOO_MANY_REQUESTS", {
      message: `Too many files: try again in ${retryAfterSeconds} seconds.`,
      data: { retryAfterSeconds },
    });
  }
  if (query.mode !== "columns") return await streamImport(definition, user.id, request, context, query);
  const maxBytes = previewLimits.bytes;
  const file = await readCsvFile(request.body, { maxBytes, isTruncated: query.isTruncated });
  if (!file) throw fileTooLarge(maxBytes);
  return Response.json(await previewFile(file, fields, query.delimiter));
}

/**
 * Handles a DELETE request: cancels a write of this process and returns how many rows it added, which is 0 unless it was
 * too late to cancel.
 * @throws ORPCError if the request is rejected
 */
export async function handleImportCancel(
  { permission }: ImportDefinition,
  request: Request,
  context: OperationContext,
): Promise<Response> {
  const { user } = requirePermission(context, permission);
  const { data: id } = importIdSchema.safeParse(new URL(request.url).searchParams.get("id"));
  const added = id && (await cancelRunningImport(user.id, id));
  if (added === undefined) throw new ORPCError("NOT_FOUND", { message: "There is no such import." });
  return Response.json({ added });
}

/** The related fields whose missing records the caller may add. */
function addableFields(
  { related = {} }: ImportDefinition,
  { access, caller }: OperationContext,
): ReadonlySet<string> {
  const fields = Object.entries(related).filter(
    ([, records]) => records?.add && caller && access.canUser(caller.user, records.add.permission),
  );
  return new Set(fields.map(([field]) => field));
}

function fileTooLarge(maxBytes: number) {
  return new ORPCError("FILE_TOO_LARGE", {
    status: 413,
    message: `The file is larger than ${maxBytes} bytes: import it in parts.`,
  });
}

/** Responds once the whole file has arrived, then streams progress. The import stops when the client disconnects. */
async function streamImport(
  definition: ImportDefinition,
  userId: string,
  request: Request,
  context: OperationContext,
  query: Exclude<ImportQuery, { mode: "columns" }>,
): Promise<Response> {
  const response = Promise.withResolvers<Response>();
  const controller = new AbortController();
  const abort = () => controller.abort();
  const signal = AbortSignal.any([request.signal, controller.signal]);
  const isWrite = query.mode === "write";
  const registered = isWrite && query.id ? registerImport(userId, query.id, abort) : undefined;
  let isCommitting = false;

  const start = async (upload: ReceivedFile) => {
    signal.throwIfAborted();
    const file = createCsvFile(await upload.read());
    const messages = createMessageStream(abort);
    response.resolve(
      new Response(messages.stream, {
        headers: { "content-type": "application/x-ndjson", "cache-control": "no-store" },
      }),
    );
    const job: ImportJob = {
      definition,
      database: context.database,
      file,
      options: query,
      addable: addableFields(definition, context),
      adds: new Set(query.adds),
      isWrite,
      signal,
      onProgress: messages.sendProgress,
      onWritten: (transaction, count) =>
        recordActivity(transaction, context, {
          action: "import",
          subject: { type: definition.subjectType },
          after: { count },
        }),
      onCommit() {
        isCommitting = true;
        registered?.onCommit(addedCount(result, signal));
      },
    };
    const result = runImport(job);
    try {
      const value = await maskUnexpectedErrors({ context, next: () => unlessAborted(result, signal) });
      messages.end(value && { result: value });
    } catch (error) {
      messages.end({ failure: { ...failureOf(error), ...(isCommitting && { code: "UNSURE" }) } });
    }
  };
  const receiveAndImport = async () => {
    const upload = await receiveFile(request.body, importLimits.bytes);
    if (!upload) throw fileTooLarge(importLimits.bytes);
    try {
      await importSemaphore.run(() => start(upload), userId);
    } finally {
      await upload.close();
    }
  };

  void receiveAndImport()
    .catch((error: unknown) => {
      // A write that was canceled before it began didn't fail.
      if (controller.signal.aborted) response.resolve(new Response(null, { status: 204 }));
      else response.reject(error);
    })
    .finally(() => registered?.onEnd());
  return await response.promise;
}

/** The number of rows that an import added. @throws if that is unknown */
async function addedCount(importing: Promise<ImportResult>, signal: AbortSignal): Promise<number> {
  const result = await unlessAborted(importing, signal);
  return result?.isWritten ? result.rows : 0;
}

/** The result of an import; undefined if it was aborted, which isn't a failure. */
async function unlessAborted(
  importing: Promise<ImportResult>,
  signal: AbortSignal,
): Promise<ImportResult | undefined> {
  return await importing.catch((error: unknown) => {
    if (error === signal.reason) return undefined;
    throw error;
  });
}

function failureOf(error: unknown) {
  if (!(error instanceof ORPCError)) return { code: "INTERNAL_SERVER_ERROR" };
  return { code: error.code, ...(error.data as { text?: string; reference?: string }) };
}
