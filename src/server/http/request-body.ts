import type { HttpContext } from "./http-context.ts";

/**
 * A request's body as a web stream. Nothing is read from the network before the handler reads, and nothing beyond
 * `maxBytes`, whatever Content-Length says. Reading fails when `signal` aborts.
 */
export function createBodyStream(
  context: HttpContext,
  { maxBytes, onTooLarge, signal }: { maxBytes: number; onTooLarge: () => void; signal: AbortSignal },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { req, res } = context;
  let receivedBytes = 0;
  let isClosed = false;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        const close = (act: () => void) => {
          if (!isClosed) act();
          isClosed = true;
        };
        req.on("data", (chunk: Buffer<ArrayBuffer>) => {
          if (isClosed) return;
          receivedBytes += chunk.byteLength;
          if (receivedBytes > maxBytes) {
            close(() => controller.error(new Error("The body is too large")));
            onTooLarge();
            return;
          }
          controller.enqueue(chunk);
          req.pause();
        });
        req.once("end", () => close(() => controller.close()));
        signal.addEventListener("abort", () => close(() => controller.error(signal.reason)), { once: true });
        req.pause();
      },
      pull() {
        if (context.awaitsContinue) {
          context.awaitsContinue = false;
          if (!res.headersSent) res.writeContinue();
        }
        req.resume();
      },
      cancel() {
        isClosed = true;
      },
    },
    { highWaterMark: 0 },
  );
}
