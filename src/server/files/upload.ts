import type { BodyRule } from "#server/http/request-rules.ts";

/** The largest file that people may upload as an image, in bytes. */
export const maxImageBytes = 10 * 1024 * 1024;

/** As long as the largest takes on a slow line, at 0.6 Mbit/s, and to be encoded, in milliseconds. */
const timeoutMs = 3 * 60_000;

/**
 * Lets the paths that match take an image: the file itself is the body, under its own content type or none in
 * particular. What it really is is found out by `storeImage`. For src/uploads.ts.
 * @param path matches whole paths
 */
export function imageUploadRule(path: RegExp): BodyRule {
  return {
    path,
    contentTypes: ["image/jpeg", "image/png", "image/webp", "image/avif", "application/octet-stream"],
    maxBytes: maxImageBytes,
    timeoutMs,
  };
}

/** A body's bytes; undefined, and nothing further is read, where there are more than `maxBytes`. */
export async function readLimited(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
