import { join } from "node:path";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { MountedHandler } from "#server/http/handle-request.ts";
import type { Log } from "#server/log.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";
import { startProbe } from "#server/probe.ts";
import { UnavailableError } from "#server/unavailable.ts";
import { openBucket } from "./bucket-storage.ts";
import { buildIdOf, builtFiles, findBuiltFiles, updateStoredBuilds } from "./built-files.ts";
import { deleteUnusedImages } from "./cleanup.ts";
import { openFolder } from "./folder-storage.ts";
import { imageFiles } from "./names.ts";
import { contentTypeOfName, type FileKind, type FileStorage } from "./storage.ts";
import { createStoreImage, type StoreImage } from "./store-image.ts";

/** Uploaded files, and the built files of all builds that run or have run in the last week. */
export type Files = {
  storeImage: StoreImage;
  /** For the paths of the stored files. */
  handlers: MountedHandler[];
  /** Undefined in development. */
  buildId: string | undefined;
  /** The storage's state: "ok" or "failing". */
  health(): string;
  /** Stops the cleanups, after the image that is being deleted. */
  stop(): Promise<void>;
};

const firstCleanupMs = 10 * 60_000;
const cleanupIntervalMs = 60 * 60_000;
/** After a day unused, no row can reference an image any more (the function keep_image in migrations/0003_images.sql). */
const deleteUnusedAfterSeconds = 2 * 24 * 60 * 60;

/**
 * Opens the storage in the settings, and cleans it up regularly until `stop`. Each unused image is deleted by one of the
 * instances. The built files are stored before it resolves, so that every instance can send them (docs/decisions/0060).
 * @param o.clientDir undefined in development
 * @throws StartError if the settings are wrong
 */
export async function openFiles({
  config,
  clientDir,
  database,
  log,
}: {
  config: Pick<Config, "s3" | "dataDir">;
  clientDir: string | undefined;
  database: Pick<Database, "sql">;
  log: Log;
}): Promise<Files> {
  const { images, builds } = await openStorage(config, log);
  const startCleanup = (name: string, run: (signal: AbortSignal) => Promise<void>) =>
    startPeriodicTask({ name, firstDelayMs: firstCleanupMs, intervalMs: cleanupIntervalMs, run, log });

  const ownFiles = clientDir === undefined ? undefined : await findBuiltFiles(clientDir);
  if (ownFiles)
    await updateStoredBuilds(builds, ownFiles).catch((err: unknown) =>
      log.warn({ err }, "The built files could not be stored for other instances and will be tried again"),
    );
  const cleanups = [
    startCleanup("Cleaning up the uploaded files", (signal) =>
      deleteUnusedImages(
        { database, storage: images, log, signal },
        { unusedForSeconds: deleteUnusedAfterSeconds },
      ),
    ),
    ...(ownFiles
      ? [startCleanup("Updating the stored built files", () => updateStoredBuilds(builds, ownFiles))]
      : []),
  ];

  const probe = startProbe({
    name: "The storage of uploaded files",
    check: images.check,
    intervalMs: 10_000,
    timeoutMs: 5_000,
    log,
  });
  const forRequests = (storage: FileStorage) => failFast(storage, () => probe.health() === "ok");

  return {
    storeImage: createStoreImage({ database, storage: forRequests(images) }),
    handlers: [
      createFileHandler(imageFiles, forRequests(images)),
      ...(ownFiles ? [createFileHandler(builtFiles, forRequests(builds))] : []),
    ],
    buildId: ownFiles && buildIdOf(ownFiles),
    health: probe.health,
    stop: async () => void (await Promise.all([probe, ...cleanups].map((task) => task.stop()))),
  };
}

/**
 * Opens the bucket in the S3_* settings or, without one, folders in DATA_DIR.
 * @throws StartError if the bucket rejects the settings
 */
export async function openStorage(
  { s3, dataDir }: Pick<Config, "s3" | "dataDir">,
  log: Pick<Log, "warn">,
): Promise<{ images: FileStorage; builds: FileStorage }> {
  const open = s3
    ? await openBucket(s3, log)
    : (kind: FileKind) => openFolder(join(dataDir, kind.folder), kind);
  return { images: await open(imageFiles), builds: await open(builtFiles) };
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

/** Creates the handler for the files of a kind, which streams them from storage. */
export function createFileHandler(kind: FileKind, storage: Pick<FileStorage, "read">): MountedHandler {
  const pathPrefix = `/${kind.folder}/`;
  return {
    pathPrefix,
    async fetch(request) {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response("Only GET and HEAD are supported.\n", {
          status: 405,
          headers: { allow: "GET, HEAD" },
        });
      }
      // Not decoded, as our names contain no encoded characters.
      const name = new URL(request.url).pathname.slice(pathPrefix.length);
      const file = await storage.read(name);
      if (!file) return new Response("File not found.\n", { status: 404 });

      const etag = `"${name}"`;
      const headers = {
        "cache-control": "public, max-age=31536000, immutable",
        // A file that is opened directly, for example an image, runs and loads nothing.
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        etag,
      };
      if (request.headers.get("if-none-match")?.includes(etag)) {
        await file.body.cancel();
        return new Response(null, { status: 304, headers });
      }
      return new Response(file.body, {
        headers: {
          ...headers,
          "content-type": contentTypeOfName(kind, name),
          "content-length": String(file.size),
        },
      });
    },
  };
}
