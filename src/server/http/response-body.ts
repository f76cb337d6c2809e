/** The bytes of a body that were available at one moment. */
export type Batch = { bytes: Uint8Array; /** Whether the body has ended. */ isLast: boolean };

const maxBatchBytes = 64 * 1024;

/**
 * A response's body in as few pieces as possible without delay: chunks that are available at the same time are joined.
 * Ends when `signal` aborts.
 */
export async function* readBatches(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  try {
    let next = readChunk(reader);
    while (true) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      let result: Chunk | undefined = await next;
      while (result && !result.done) {
        chunks.push(result.value);
        size += result.value.byteLength;
        next = readChunk(reader);
        const following = await Promise.race([next, afterPendingEvents()]);
        result = size < maxBatchBytes || following?.done ? following : undefined;
      }
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const isLast = result?.done === true;
      yield { bytes, isLast };
      if (isLast) return;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>;

/** Reads the next chunk. An error is thrown where the promise is awaited; if it never is, it is ignored. */
function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Chunk> {
  const chunk = reader.read();
  chunk.catch(() => {});
  return chunk;
}

function afterPendingEvents(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(() => resolve(undefined)));
}
