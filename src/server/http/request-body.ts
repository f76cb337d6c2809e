import type { HttpContext, HttpError } from "./http-context.ts";
import { bodyTooLarge, requestTimedOut, tooManyAtOnce } from "./request-rules.ts";

/**
 * A request's body as a web stream. Nothing is read from the network before the handler reads, and nothing beyond
 * `maxBytes`, whatever Content-Length says. From the first read on, the client must send at the minimum rate. Reading
 * fails when `signal` aborts.
 * @param o.onError gets the error to send for a body that is too large, too slow, or one of too many; aborts `signal`
 */
export function createBodyStream(
  context: HttpContext,
  {
    maxBytes,
    onError,
    signal,
  }: { maxBytes: number; onError: (error: HttpError) => void; signal: AbortSignal },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { req, res, limits } = context;
  let receivedBytes = 0;
  let isLarge = false;
  let isClosed = false;
  let deadline: NodeJS.Timeout | undefined;

  function close(act?: () => void) {
    clearTimeout(deadline);
    if (!isClosed) act?.();
    isClosed = true;
  }

  /** Rejects the body once it is behind the minimum rate. */
  function checkRate(startedAt: number) {
    const allowedMs = limits.bodyTimeoutMs + (receivedBytes / limits.minBytesPerSecond) * 1_000;
    const remainingMs = startedAt + allowedMs - performance.now();
    if (remainingMs <= 0) onError(requestTimedOut);
    else deadline = setTimeout(() => checkRate(startedAt), remainingMs);
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        req.on("data", (chunk: Buffer<ArrayBuffer>) => {
          if (isClosed) return;
          receivedBytes += chunk.byteLength;
          if (receivedBytes > maxBytes) return onError(bodyTooLarge(maxBytes));
          if (!isLarge && receivedBytes > limits.largeBodyBytes) {
            isLarge = context.takeLargeBody();
            if (!isLarge) return onError(tooManyAtOnce);
          }
          controller.enqueue(chunk);
          req.pause();
        });
        req.once("end", () => close(() => controller.close()));
        signal.addEventListener("abort", () => close(() => controller.error(signal.reason)), { once: true });
        req.pause();
      },
      pull() {
        if (!deadline) checkRate(performance.now());
        if (context.awaitsContinue) {
          context.awaitsContinue = false;
          if (!res.headersSent) res.writeContinue();
        }
        req.resume();
      },
      cancel: () => close(),
    },
    { highWaterMark: 0 },
  );
}
