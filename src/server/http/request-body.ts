import type { HttpContext, HttpError } from "./http-context.ts";
import { bodyTooLarge, requestTimedOut, tooManyAtOnce } from "./request-rules.ts";

/**
 * A request's body as a web stream. Nothing is read from the network before the handler reads, and nothing beyond
 * `maxBytes`, whatever Content-Length says. From the first read on, the client must send at the minimum rate. A body that
 * is too large, too slow, or one of too many rejects the request. Reading fails when `signal` aborts.
 */
export function createBodyStream(
  context: HttpContext,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { req, limits } = context;
  let receivedBytes = 0;
  let isLarge = false;
  let isClosed = false;
  let deadline: NodeJS.Timeout | undefined;

  /** Rejects the request once its body is behind the minimum rate. */
  function checkRate(startedAt: number) {
    const allowedMs = limits.bodyTimeoutMs + (receivedBytes / limits.minBytesPerSecond) * 1_000;
    const remainingMs = startedAt + allowedMs - performance.now();
    if (remainingMs <= 0) context.reject(requestTimedOut);
    else deadline = setTimeout(() => checkRate(startedAt), remainingMs);
  }

  /** Why the body may not have this chunk, too. */
  function errorOf({ byteLength }: Uint8Array): HttpError | undefined {
    receivedBytes += byteLength;
    if (receivedBytes > maxBytes) return bodyTooLarge(maxBytes);
    isLarge ||= receivedBytes > limits.largeBodyBytes && context.takeLargeBody();
    return receivedBytes > limits.largeBodyBytes && !isLarge ? tooManyAtOnce : undefined;
  }

  function close(act?: () => void) {
    clearTimeout(deadline);
    if (!isClosed) act?.();
    isClosed = true;
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        req.on("data", (chunk: Buffer<ArrayBuffer>) => {
          if (isClosed) return;
          const error = errorOf(chunk);
          if (error) return context.reject(error);
          controller.enqueue(chunk);
          req.pause();
        });
        req.once("end", () => close(() => controller.close()));
        signal.addEventListener("abort", () => close(() => controller.error(signal.reason)), { once: true });
        req.pause();
      },
      pull() {
        context.slots.leave();
        if (!deadline) checkRate(performance.now());
        req.resume();
      },
      cancel: () => close(),
    },
    { highWaterMark: 0 },
  );
}
