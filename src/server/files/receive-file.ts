import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A received body in a temporary file, so that it takes no memory while it waits for its turn. */
export type ReceivedFile = {
  read(): Promise<Buffer>;
  /** Deletes it. */
  close(): Promise<void>;
};

/**
 * Receives a whole body into a file in the system's temporary folder. The file's name is removed at once, so the system
 * deletes it even if the process dies.
 * @returns undefined, without reading on, if the body has more than `maxBytes`
 * @throws the signal's reason once it aborts
 */
export async function receiveFile(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal | undefined },
): Promise<ReceivedFile | undefined> {
  const path = join(tmpdir(), `upload-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  let size = 0;
  let isComplete = false;
  try {
    await unlink(path);
    // Leaving the loop cancels the body.
    for await (const chunk of body ?? []) {
      signal?.throwIfAborted();
      size += chunk.byteLength;
      if (size > maxBytes) return undefined;
      await file.appendFile(chunk);
    }
    isComplete = true;
  } finally {
    if (!isComplete) await file.close();
  }
  return {
    async read() {
      const { buffer } = await file.read({ buffer: Buffer.alloc(size), position: 0 });
      return buffer;
    },
    close: () => file.close(),
  };
}
