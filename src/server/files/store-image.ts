import type { Database } from "#server/database/connect.ts";
import { readBody } from "#server/http/read-body.ts";
import { createSemaphore } from "#server/limits/semaphore.ts";
import { encodeInChild } from "./encode-in-child.ts";
import type { EncodeOptions } from "./encode-image.ts";
import { fileName } from "./names.ts";
import { imageErrors, type ImageError } from "./image-errors.ts";
import type { FileStorage } from "./storage.ts";
import { type Image, insertImage } from "./store.ts";
import { maxImageBytes } from "./image-upload-rule.ts";

/**
 * Stores an uploaded image.
 * @param body a JPEG, PNG, WebP or AVIF of at most 10 MB and 40 megapixels; read when a slot is free
 * @param o.signal aborts the work, which then throws
 * @returns the stored image, which a row must reference within a day, or the reason for rejecting it
 */
export type StoreImage = (
  body: ReadableStream<Uint8Array> | null,
  o: EncodeOptions & { signal?: AbortSignal },
) => Promise<{ image: Image; error?: undefined } | { image?: undefined; error: ImageError }>;

/** How many uploads are in memory at once, and how many are decoded. */
const maxUploads = 8;
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
  const uploads = createSemaphore(maxUploads);
  const encodings = createSemaphore(maxDecodedImages);

  return (body, { signal, ...options }) =>
    uploads.run(async () => {
      signal?.throwIfAborted();
      const bytes = await readBody(body, maxImageBytes);
      if (!bytes) return { error: imageErrors.FILE_TOO_LARGE };
      const encoded = await encodings.run(() => {
        signal?.throwIfAborted();
        return encodeInChild(bytes, { ...options, signal });
      });
      if ("error" in encoded) return encoded;

      const { image, files } = encoded;
      await insertImage(database.sql, image);
      await Promise.all(files.map((file) => storage.put(fileName({ id: image.id, ...file }), file.bytes)));
      return { image };
    });
}
