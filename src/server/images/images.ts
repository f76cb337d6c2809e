import type { Database } from "#server/database/connect.ts";
import { cleanupTimes, type Files } from "#server/files/files.ts";
import type { Log } from "#server/log.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";
import { deleteUnusedImages } from "./cleanup.ts";
import { imageFiles } from "./names.ts";
import { createStoreImage, type StoreImage } from "./store-image.ts";

/** Uploaded images. */
export type Images = {
  store: StoreImage;
  /** Stops the cleanup, after the image that is being deleted. */
  stop(): Promise<void>;
};

/** After a day unused, no row can reference an image any more (the function keep_image in migrations/0003_images.sql). */
const deleteUnusedAfterSeconds = 2 * 24 * 60 * 60;

/**
 * Stores images and sends them, and deletes unused ones regularly until `stop`. Each is deleted by one of the instances.
 */
export async function openImages({
  files,
  database,
  log,
}: {
  files: Pick<Files, "serve">;
  database: Pick<Database, "sql">;
  log: Log;
}): Promise<Images> {
  const storage = await files.serve(imageFiles);
  const cleanup = startPeriodicTask({
    name: "Cleaning up the uploaded images",
    run: (signal) =>
      deleteUnusedImages({ database, storage, log, signal }, { unusedForSeconds: deleteUnusedAfterSeconds }),
    log,
    ...cleanupTimes,
  });
  return {
    store: createStoreImage({ database, storage }),
    stop: cleanup.stop,
  };
}
