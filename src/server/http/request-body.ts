import type { HttpContext } from "./http-context.ts";

/**
 * A request's body as the app reads it: nothing is taken from the network before the app asks, and nothing beyond
 * `maxBytes`, whatever Content-Length says. Reading fails when `signal` aborts.
 */
export function createBodyStream(
  exchange: HttpContext,
  { maxBytes, onTooLarge, signal }: { maxBytes: number; onTooLarge: () => void; signal: AbortSignal },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { req, res } = exchange;
  let received = 0;
  let over = false;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        const finish = (act: () => void) => {
          if (!over) act();
          over = true;
        };
        req.on("data", (chunk: Buffer<ArrayBuffer>) => {
          if (over) return;
          received += chunk.byteLength;
          if (received > maxBytes) {
            finish(() => controller.error(new Error("The body is too large")));
            onTooLarge();
            return;
          }
          controller.enqueue(chunk);
          req.pause();
        });
        req.once("end", () => finish(() => controller.close()));
        signal.addEventListener("abort", () => finish(() => controller.error(signal.reason)), { once: true });
        req.pause();
      },
      pull() {
        if (exchange.awaitsContinue) {
          exchange.awaitsContinue = false;
          if (!res.headersSent) res.writeContinue();
        }
        req.resume();
      },
      cancel() {
        over = true;
      },
    },
    { highWaterMark: 0 },
  );
}

/** What a body's source had ready at one moment; `last` where it has also ended. */
export type Batch = { bytes: Uint8Array; isLast: boolean };

const maxBatchBytes = 64 * 1024;

/**
 * A response's body in as few pieces as possible without holding anything back: what is there is taken together, and
 * handed on as soon as the source pauses. Ends when `signal` aborts.
 */
export async function* readBatches(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  const reader = body.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    let next = read(reader);
    while (true) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      let ready: Read | undefined = await next;
      while (ready && !ready.done) {
        chunks.push(ready.value);
        size += ready.value.byteLength;
        next = read(reader);
        ready = size < maxBatchBytes ? await Promise.race([next, afterPendingEvents()]) : undefined;
      }
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      if (ready?.done) {
        yield { bytes, isLast: true };
        return;
      }
      yield { bytes, isLast: false };
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

type Read = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>;

/** Reads on; a failure is thrown where it is awaited, and is no unhandled rejection where nobody does any more. */
function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Read> {
  const next = reader.read();
  next.catch(() => {});
  return next;
}

function afterPendingEvents(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(() => resolve(undefined)));
}
