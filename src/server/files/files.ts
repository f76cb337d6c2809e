import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";
import { deleteUnusedImages, reconcileStorage } from "./cleanup.ts";
import { createFileHandler } from "./file-handler.ts";
import { filesPath } from "./names.ts";
import { openStorage } from "./open-storage.ts";
import { createStoreImage, type StoreImage } from "./store-image.ts";

/** Uploaded files. */
export type Files = {
  storeImage: StoreImage;
  /** Handles requests to /files/. */
  handler: { pathPrefix: string; fetch: (request: Request) => Promise<Response> };
  /** Stops the cleanup, after the image that is being deleted. */
  stop(): Promise<void>;
};

const firstCleanupMs = 10 * 60_000;
const cleanupIntervalMs = 60 * 60_000;
/** Storage is reconciled at the first cleanup, and then once a day. */
const cleanupsPerReconciliation = 24;
/** After a day unused, no row can reference an image any more (the function keep_image in migrations/0003_images.sql). */
const deleteUnusedAfterSeconds = 2 * 24 * 60 * 60;

/**
 * Opens the storage in the settings, and cleans it up regularly until `stop`. Each unused image is deleted by one of the
 * instances.
 * @throws StartError if the settings are wrong
 */
export async function openFiles({
  config,
  database,
  log,
}: {
  config: Pick<Config, "s3" | "dataDir">;
  database: Pick<Database, "sql">;
  log: Log;
}): Promise<Files> {
  const storage = await openStorage(config, log);
  let cleanups = 0;
  const cleanup = startPeriodicTask({
    name: "Cleaning up the uploaded files",
    firstDelayMs: firstCleanupMs,
    intervalMs: cleanupIntervalMs,
    async run(signal) {
      const reconciles = cleanups++ % cleanupsPerReconciliation === 0;
      const context = { database, storage, log, signal };
      await deleteUnusedImages(context, { unusedForSeconds: deleteUnusedAfterSeconds });
      if (reconciles) await reconcileStorage(context);
    },
    log,
  });

  return {
    storeImage: createStoreImage({ database, storage }),
    handler: { pathPrefix: filesPath, fetch: createFileHandler(storage) },
    stop: cleanup.stop,
  };
}
