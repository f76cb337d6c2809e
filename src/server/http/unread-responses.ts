import type { HttpContext } from "./http-context.ts";
import type { ServerLimits } from "./server-limits.ts";

/**
 * Closes the connections of clients that read a response too slowly. Only time in which data waits for the client counts,
 * so a handler that sends slowly is fine.
 * @param running the requests that are being handled
 * @returns a function that stops checking
 */
export function limitReadingTime(
  running: { values(): Iterable<HttpContext> },
  { readTimeoutMs, minReadBytesPerSecond }: ServerLimits,
): () => void {
  const unreadMsOf = new WeakMap<HttpContext, number>();
  let checkedAt = performance.now();

  const timer = setInterval(
    () => {
      const now = performance.now();
      const passedMs = now - checkedAt;
      checkedAt = now;
      for (const context of running.values()) {
        const { socket } = context.req;
        if (!context.res.headersSent || socket.writableLength === 0) continue;
        const unreadMs = (unreadMsOf.get(context) ?? 0) + passedMs;
        unreadMsOf.set(context, unreadMs);
        const bytes = socket.bytesWritten - context.bytesBefore;
        if (unreadMs > readTimeoutMs + (bytes / minReadBytesPerSecond) * 1_000) context.res.destroy();
      }
    },
    Math.min(1_000, readTimeoutMs / 4),
  );
  timer.unref();
  return () => clearInterval(timer);
}
