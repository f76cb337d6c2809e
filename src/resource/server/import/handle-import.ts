import { ORPCError } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { maskUnexpectedErrors } from "#rpc/mask-unexpected-errors.server.ts";
import { invalidInput } from "#rpc/invalid-input.server.ts";
import { requireCaller, requirePermission } from "#rpc/enforce-permission.server.ts";
import { receiveFile, type ReceivedFile } from "#server/files/receive-file.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { createSemaphore } from "#server/limits/semaphore.ts";
import {
  importLimits,
  importQuerySchema,
  previewLimits,
  type ImportMessage,
  type ImportOptions,
  type ImportProgress,
} from "../../csv/import-schema.ts";
import { createCsvFile } from "../csv/csv-file.ts";
import type { ImportDefinition } from "./definition.ts";
import { runImport } from "./run-import.ts";
import { previewFile } from "./preview-file.ts";

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
  const { fields, permission, related = [] } = definition;
  const { user } = requirePermission(context, permission);
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const { data: query, error } = importQuerySchema(fields).safeParse(parameters);
  if (!query) throw invalidInput(error.issues, parameters);
  if (query.mode !== "columns" && query.adds)
    for (const { add } of related) if (add) requirePermission(context, add.permission);
  const limit = await consumeLimit(context.database, { key: `import:${user.id}`, ...rateLimit });
  if (!limit.allowed) {
    const { retryAfterSeconds } = limit;
    throw new ORPCError("TOO_MANY_REQUESTS", {
      message: `Too many files: try again in ${retryAfterSeconds} seconds.`,
      data: { retryAfterSeconds },
    });
  }
  const maxBytes = query.mode === "columns" ? previewLimits.bytes : importLimits.bytes;
  const upload = await receiveFile(request.body, { maxBytes, signal: request.signal });
  if (!upload)
    throw new ORPCError("FILE_TOO_LARGE", {
      status: 413,
      message: `The file is larger than ${maxBytes} bytes: import it in parts.`,
    });
  if (query.mode !== "columns") return streamImport(definition, request, context, query, upload);
  try {
    const file = createCsvFile(await upload.read(), query.encoding);
    return Response.json(await previewFile(file, fields, query));
  } finally {
    await upload.close();
  }
}

/** Responds with the import's messages. It stops, and changes nothing, when the client disconnects or the session ends. */
function streamImport(
  definition: ImportDefinition,
  request: Request,
  context: OperationContext,
  options: ImportOptions,
  upload: ReceivedFile,
): Response {
  const { signal } = request;
  let isCanceled = false;
  context.reads.markWrite({ isUnfinished: options.mode === "write" }); // optional: replicas

  const run = async (send: (message: ImportMessage) => void) => {
    signal.throwIfAborted();
    const file = createCsvFile(await upload.read(), options.encoding);
    const onProgress = (progress: ImportProgress) => send({ progress });
    send({ result: await runImport({ definition, context, file, options, signal, onProgress }) });
  };

  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (message: ImportMessage) => {
        if (!isCanceled) controller.enqueue(Buffer.from(`${JSON.stringify(message)}\n`));
      };
      const runInTurn = () => importSemaphore.run(() => run(send), requireCaller(context).user.id);
      const next = () =>
        runInTurn().catch((error: unknown) => {
          if (!isCanceled) throw error;
        });
      try {
        await maskUnexpectedErrors({ context, next });
      } catch (error) {
        send({ failure: failureOf(error) });
      }
      await upload.close();
      if (!isCanceled) controller.close();
    },
    cancel: () => void (isCanceled = true),
  });
  return new Response(stream, {
    headers: { "content-type": "application/x-ndjson", "cache-control": "no-store" },
  });
}

function failureOf(error: unknown) {
  if (!(error instanceof ORPCError)) return { code: "INTERNAL_SERVER_ERROR" };
  return { code: error.code, ...(error.data as { text?: string; reference?: string }) };
}
