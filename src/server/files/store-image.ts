import type { Database } from "#server/database/connect.ts";
import { createSemaphore } from "#server/limits/semaphore.ts";
import { type ChooseCrop, encodeImage } from "./encode-image.ts";
import { fileName } from "./names.ts";
import { imageErrors, type ImageError } from "./image-errors.ts";
import type { FileStorage } from "./storage.ts";
import { type Image, insertImage } from "./store.ts";
import { maxImageBytes, readLimited } from "./upload.ts";

/**
 * Takes a picture that someone uploads.
 * @param body a JPEG, PNG, WebP or AVIF of at most 10 MB and 40 megapixels; nothing is read before its turn comes
 * @param o.widths in which it is stored, in pixels; it is never enlarged
 * @param o.crop what is kept of it; all, unless told
 * @param o.signal ends the work, such as the request's: it throws then
 * @returns the image, stored: a row may refer to it within a day, or it is removed. Or why it is not taken.
 */
export type StoreImage = (
  body: ReadableStream<Uint8Array> | null,
  o: { widths: readonly number[]; crop?: ChooseCrop; signal?: AbortSignal },
) => Promise<{ image: Image; error?: undefined } | { image?: undefined; error: ImageError }>;

/** How many uploads are held in memory at once, and of how many the pixels are. */
const uploadsAtOnce = 8;
const picturesAtOnce = 1;

/**
 * The row comes before the files, and the answer after both: whenever the process dies, no file is without a row, and
 * what was answered is whole.
 */
export function createStoreImage({
  database,
  storage,
}: {
  database: Pick<Database, "sql">;
  storage: Pick<FileStorage, "put">;
}): StoreImage {
  const uploads = createSemaphore(uploadsAtOnce);
  const encodings = createSemaphore(picturesAtOnce);

  return (body, { widths, crop, signal }) =>
    uploads.run(async () => {
      signal?.throwIfAborted();
      const bytes = body ? await readLimited(body, maxImageBytes) : Buffer.alloc(0);
      if (!bytes) return { error: imageErrors.FILE_TOO_LARGE };
      const encoded = await encodings.run(() => {
        signal?.throwIfAborted();
        return encodeImage(bytes, { widths, crop, signal });
      });
      if ("error" in encoded) return encoded;

      const { image, files } = encoded;
      await insertImage(database.sql, image);
      await Promise.all(files.map((file) => storage.put(fileName({ id: image.id, ...file }), file.bytes)));
      return { image };
    });
}
