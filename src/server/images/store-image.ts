import type { Database, Sql } from "#server/database/connect.ts";
import { createSemaphore } from "#server/limits/semaphore.ts";
import { encodeInChild } from "./encode-in-child.ts";
import type { EncodeOptions } from "./encode-image.ts";
import { fileName } from "./names.ts";
import { imageErrors, type ImageError } from "./image-errors.ts";
import { receiveFile } from "#server/files/receive-file.ts";
import type { FileStorage } from "#server/files/storage.ts";
import { type Image, insertImage } from "./store.ts";

export const maxImageBytes = 10 * 1024 * 1024;

/**
 * Lets requests to a path have an image file as their body. `storeImage` detects its real type.
 * @param path matches whole paths
 */
export function imageUploadRule(path: RegExp) {
  return {
    path,
    contentTypes: ["image/jpeg", "image/png", "image/webp", "image/avif", "application/octet-stream"],
    maxBytes: maxImageBytes,
    // Long enough for the largest file at 0.6 Mbit/s, and for its encoding.
    timeoutMs: 3 * 60_000,
    isStreamed: true,
  };
}

/**
 * Stores an uploaded image.
 * @param body a JPEG, PNG, WebP or AVIF of at most 10 MB and 40 megapixels
 * @param o.owner the user: the images of several users take turns
 * @param o.signal aborts the work, which then throws
 * @param o.store stores the image's row with a function, for example in a transaction that checks the owner again
 * @returns the stored image, which a row must reference within a day, or the reason for rejecting it
 */
export type StoreImage = (
  body: ReadableStream<Uint8Array> | null,
  o: EncodeOptions & {
    owner?: string;
    signal?: AbortSignal;
    store?: (insert: (sql: Sql) => Promise<void>) => Promise<void>;
  },
) => Promise<{ image: Image; error?: undefined } | { image?: undefined; error: ImageError }>;

/** How many images are in memory at once. */
const maxDecodedImages = 1;

/**
 * The row is written before the files, and the response sent after both: whenever the process dies, every file has a row,
 * and a returned image is complete.
 */
export function createStoreImage({
  database,
  storage,
}: {
  database: Pick<Database, "sql">;
  storage: Pick<FileStorage, "put">;
}): StoreImage {
  const encodings = createSemaphore(maxDecodedImages);

  return async (body, { owner, signal, store = (insert) => insert(database.sql), ...options }) => {
    const file = await receiveFile(body, { maxBytes: maxImageBytes, signal });
    if (!file) return { error: imageErrors.FILE_TOO_LARGE };
    try {
      const encoded = await encodings.run(async () => {
        signal?.throwIfAborted();
        return await encodeInChild(await file.read(), { ...options, signal });
      }, owner);
      if ("error" in encoded) return encoded;

      const { image, files } = encoded;
      await store((sql) => insertImage(sql, image));
      await Promise.all(files.map((file) => storage.put(fileName({ id: image.id, ...file }), file.bytes)));
      return { image };
    } finally {
      await file.close();
    }
  };
}
