import type { Database } from "#server/database/connect.ts";
import { createFileHandler } from "#server/files/file-handler.ts";
import { cleanupTimes, type Files } from "#server/files/files.ts";
import type { MountedHandler } from "#server/http/handle-request.ts";
import type { Log } from "#server/log.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";
import { deleteUnusedImages } from "./cleanup.ts";
import { imageFiles } from "./names.ts";
import { createStoreImage, type StoreImage } from "./store-image.ts";

/** Uploaded images. */
export type Images = {
  store: StoreImage;
  /** Sends their files. */
  handler: MountedHandler;
  /** Stops the cleanup, after the image that is being deleted. */
  stop(): Promise<void>;
};

/** After a day unused, no row can reference an image any more (the function keep_image in migrations/0003_images.sql). */
const deleteUnusedAfterSeconds = 2 * 24 * 60 * 60;

/**
 * Opens the storage of images, and deletes unused ones regularly until `stop`. Each is deleted by one of the instances.
 */
export async function openImages({
  files,
  database,
  log,
}: {
  files: Pick<Files, "open">;
  database: Pick<Database, "sql">;
  log: Log;
}): Promise<Images> {
  const storage = await files.open(imageFiles);
  const cleanup = startPeriodicTask({
    name: "Cleaning up the uploaded images",
    run: (signal) =>
      deleteUnusedImages({ database, storage, log, signal }, { unusedForSeconds: deleteUnusedAfterSeconds }),
    log,
    ...cleanupTimes,
  });
  return {
    store: createStoreImage({ database, storage }),
    handler: createFileHandler(imageFiles, storage),
    stop: cleanup.stop,
  };
}
