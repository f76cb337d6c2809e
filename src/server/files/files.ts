import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { FetchHandler } from "#server/http/http-server.ts";
import type { Log } from "#server/log.ts";
import { createFileHandler } from "./file-handler.ts";
import { createStoreImage, type StoreImage } from "./store-image.ts";
import { openStorage } from "./open-storage.ts";
import { reconcileStorage, deleteUnusedImages } from "./cleanup.ts";

/** What people upload. */
export type Files = {
  storeImage: StoreImage;
  /** Answers what is asked for under /files/. */
  app: FetchHandler;
  /** Ends the sweeps, after the image that is being removed. */
  stop(): Promise<void>;
};

/** Milliseconds. */
const times = { firstSweep: 10 * 60_000, betweenSweeps: 60 * 60_000 };
/** Every so many sweeps, beginning with the first, storage is compared with the database. */
const sweepsPerComparison = 24;
/** An image that has been unused for a day can't be referred to any more (keep_image, in the migrations). */
const unusedSeconds = 2 * 24 * 60 * 60;

/**
 * Opens the storage that the settings name, and sweeps it from time to time until `stop`. Several instances may: each
 * image is removed by one of them.
 * @throws StorageUnusableError where the settings lead to no bucket of ours.
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
  const stopping = new AbortController();
  const { signal } = stopping;

  async function sweepFromTimeToTime() {
    const sweep = { database, storage, log, signal };
    for (let count = 0; !signal.aborted; count++) {
      await sleep(count === 0 ? times.firstSweep : times.betweenSweeps, undefined, { signal, ref: false });
      try {
        await deleteUnusedImages(sweep, { seconds: unusedSeconds });
        if (count % sweepsPerComparison === 0) await reconcileStorage(sweep);
      } catch (error) {
        log.warn({ err: error }, "The uploaded files could not be swept");
      }
    }
  }
  const sweeping = sweepFromTimeToTime().catch(() => undefined); // Ended by `stop`.

  return {
    storeImage: createStoreImage({ database, storage }),
    app: { fetch: createFileHandler(storage) },
    async stop() {
      stopping.abort();
      await sweeping;
    },
  };
}
