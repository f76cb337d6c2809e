import { join } from "node:path";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";
import { startProbe } from "#server/probe.ts";
import { UnavailableError } from "#server/unavailable.ts";
import { openBucket } from "./bucket-storage.ts";
import { deleteUnusedImages } from "./cleanup.ts";
import { openFolder } from "./folder-storage.ts";
import { contentTypeOfName, filesPath } from "./names.ts";
import type { FileStorage } from "./storage.ts";
import { createStoreImage, type StoreImage } from "./store-image.ts";

/** Uploaded files. */
export type Files = {
  storeImage: StoreImage;
  /** Handles requests to /files/. */
  handler: { pathPrefix: string; fetch: (request: Request) => Promise<Response> };
  /** The storage's state: "ok" or "failing". */
  health(): string;
  /** Stops the cleanup, after the image that is being deleted. */
  stop(): Promise<void>;
};

const firstCleanupMs = 10 * 60_000;
const cleanupIntervalMs = 60 * 60_000;
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
  const opened = await openStorage(config, log);
  const probe = startProbe({
    name: "The storage of uploaded files",
    check: opened.check,
    intervalMs: 10_000,
    timeoutMs: 5_000,
    log,
  });
  const storage = failFast(opened, () => probe.health() === "ok");
  const cleanup = startPeriodicTask({
    name: "Cleaning up the uploaded files",
    firstDelayMs: firstCleanupMs,
    intervalMs: cleanupIntervalMs,
    run: (signal) =>
      deleteUnusedImages({ database, storage, log, signal }, { unusedForSeconds: deleteUnusedAfterSeconds }),
    log,
  });

  return {
    storeImage: createStoreImage({ database, storage }),
    handler: { pathPrefix: filesPath, fetch: createFileHandler(storage) },
    health: probe.health,
    stop: async () => void (await Promise.all([cleanup.stop(), probe.stop()])),
  };
}

/**
 * Opens the bucket in the S3_* settings or, without one, DATA_DIR/files.
 * @throws StartError if the bucket rejects the settings
 */
export async function openStorage(
  { s3, dataDir }: Pick<Config, "s3" | "dataDir">,
  log: Pick<Log, "warn">,
): Promise<FileStorage> {
  return s3 ? await openBucket(s3, log) : await openFolder(join(dataDir, "files"));
}

/** While the storage is known not to work, requests fail at once instead of waiting for it. */
function failFast(storage: FileStorage, isWorking: () => boolean): FileStorage {
  const guarded =
    <Arguments extends unknown[], Result>(call: (...o: Arguments) => Promise<Result>) =>
    async (...o: Arguments): Promise<Result> => {
      if (!isWorking()) throw new UnavailableError("The storage of uploaded files doesn't work");
      return await call(...o);
    };
  return { ...storage, put: guarded(storage.put), read: guarded(storage.read) };
}

/** Creates the handler for requests to /files/, which streams files from storage. */
export function createFileHandler(
  storage: Pick<FileStorage, "read">,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Only GET and HEAD are supported.\n", {
        status: 405,
        headers: { allow: "GET, HEAD" },
      });
    }
    // Not decoded, as our names contain no encoded characters.
    const name = new URL(request.url).pathname.slice(filesPath.length);
    const file = await storage.read(name);
    if (!file) return new Response("File not found.\n", { status: 404 });

    const etag = `"${name}"`;
    const headers = {
      "cache-control": "public, max-age=31536000, immutable",
      // An image that is opened directly runs and loads nothing.
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      etag,
    };
    if (request.headers.get("if-none-match")?.includes(etag)) {
      await file.body.cancel();
      return new Response(null, { status: 304, headers });
    }
    return new Response(file.body, {
      headers: { ...headers, "content-type": contentTypeOfName(name), "content-length": String(file.size) },
    });
  };
}
