import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { App } from "#server/http/serve.ts";
import type { Log } from "#server/log.ts";
import { createFileAnswers } from "./answer.ts";
import { createKeepImage, type KeepImage } from "./keep.ts";
import { openStorage } from "./open-storage.ts";
import { compareWithStorage, removeUnusedImages } from "./sweep.ts";

/** What people upload. */
export type Files = {
  keepImage: KeepImage;
  /** Answers what is asked for under /files/. */
  app: App;
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
        await removeUnusedImages(sweep, { seconds: unusedSeconds });
        if (count % sweepsPerComparison === 0) await compareWithStorage(sweep);
      } catch (error) {
        log.warn({ err: error }, "The uploaded files could not be swept");
      }
    }
  }
  const sweeping = sweepFromTimeToTime().catch(() => undefined); // Ended by `stop`.

  return {
    keepImage: createKeepImage({ database, storage }),
    app: { fetch: createFileAnswers(storage) },
    async stop() {
      stopping.abort();
      await sweeping;
    },
  };
}
