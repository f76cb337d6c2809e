import type { HttpContext, HttpError } from "./http-context.ts";
import { bodyTooLarge, requestTimedOut, tooManyAtOnce } from "./request-rules.ts";

type BodyOptions = {
  maxBytes: number;
  /** Gets the error to send for a body that is too large, too slow, or one of too many; aborts `signal`. */
  onError: (error: HttpError) => void;
  signal: AbortSignal;
};

/**
 * A request's body as a web stream. Nothing is read from the network before the handler reads, and nothing beyond
 * `maxBytes`, whatever Content-Length says. From the first read on, the client must send at the minimum rate. Reading
 * fails when `signal` aborts.
 */
export function createBodyStream(
  context: HttpContext,
  o: BodyOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { req } = context;
  const { signal } = o;
  const limits = limitBody(context, o);
  let isClosed = false;

  function close(act?: () => void) {
    limits.stop();
    if (!isClosed) act?.();
    isClosed = true;
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        req.on("data", (chunk: Buffer<ArrayBuffer>) => {
          if (isClosed || !limits.accept(chunk)) return;
          controller.enqueue(chunk);
          req.pause();
        });
        req.once("end", () => close(() => controller.close()));
        signal.addEventListener("abort", () => close(() => controller.error(signal.reason)), { once: true });
        req.pause();
      },
      pull() {
        limits.start();
        req.resume();
      },
      cancel: () => close(),
    },
    { highWaterMark: 0 },
  );
}

/** Reads a request's whole body, with the limits of `createBodyStream`. @throws the reason of `signal` when it aborts */
export function readWholeBody(context: HttpContext, o: BodyOptions): Promise<Buffer<ArrayBuffer>> {
  const { req } = context;
  const { signal } = o;
  const limits = limitBody(context, o);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const receive = (chunk: Buffer) => {
      if (limits.accept(chunk)) chunks.push(chunk);
    };
    const stop = () => {
      limits.stop();
      req.off("data", receive);
      req.pause();
      reject(signal.reason as Error);
    };
    req.on("data", receive);
    req.once("end", () => {
      limits.stop();
      signal.removeEventListener("abort", stop);
      resolve(Buffer.concat(chunks));
    });
    signal.addEventListener("abort", stop, { once: true });
    limits.start();
  });
}

/** Checks a body's size and rate while it is received. */
function limitBody(context: HttpContext, { maxBytes, onError }: BodyOptions) {
  const { res, limits } = context;
  let receivedBytes = 0;
  let isLarge = false;
  let deadline: NodeJS.Timeout | undefined;

  /** Rejects the body once it is behind the minimum rate. */
  function checkRate(startedAt: number) {
    const allowedMs = limits.bodyTimeoutMs + (receivedBytes / limits.minBytesPerSecond) * 1_000;
    const remainingMs = startedAt + allowedMs - performance.now();
    if (remainingMs <= 0) onError(requestTimedOut);
    else deadline = setTimeout(() => checkRate(startedAt), remainingMs);
  }

  return {
    /** The handler begins to read, or reads on. */
    start() {
      if (!deadline) checkRate(performance.now());
      if (!context.awaitsContinue) return;
      context.awaitsContinue = false;
      if (!res.headersSent) res.writeContinue();
    },
    stop: () => clearTimeout(deadline),
    /** @returns whether the body may have this chunk, too */
    accept({ byteLength }: Uint8Array): boolean {
      receivedBytes += byteLength;
      const error =
        receivedBytes > maxBytes
          ? bodyTooLarge(maxBytes)
          : !isLarge && receivedBytes > limits.largeBodyBytes && !(isLarge = context.takeLargeBody())
            ? tooManyAtOnce
            : undefined;
      if (error) onError(error);
      return error === undefined;
    },
  };
}
