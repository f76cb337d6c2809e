import { join } from "node:path";
import type { Config } from "#server/config.ts";
import type { MountedHandler } from "#server/http/handle-request.ts";
import type { Log } from "#server/log.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";
import { startProbe } from "#server/probe.ts";
import { UnavailableError } from "#server/unavailable.ts";
import { openBucket } from "./bucket-storage.ts";
import { buildIdOf, builtFiles, findBuiltFiles, updateStoredBuilds } from "./built-files.ts";
import { createFileHandler } from "./file-handler.ts";
import { openFolder } from "./folder-storage.ts";
import { type AddIntegrity, createIntegrity } from "./integrity.ts";
import type { FileKind, FileStorage } from "./storage.ts";

/** The storage, and in it the built files of all builds that run or have run in the last week. */
export type Files = {
  /** Opens the storage of a kind of files for requests, and sends them from now on. */
  serve: (kind: FileKind) => Promise<FileStorage>;
  /** For the paths of the stored files. */
  handlers: MountedHandler[];
  /** Undefined in development. */
  buildId: string | undefined;
  /** Undefined if pages load the built files from this server. */
  addIntegrity?: AddIntegrity | undefined;
  /** The storage's state: "ok" or "failing". */
  health(): string;
  /** Stops the cleanup. */
  stop(): Promise<void>;
};

type OpenStorage = (kind: FileKind) => FileStorage | Promise<FileStorage>;

/** What says where files are stored. */
export type StorageSettings = {
  dataDir: Config["dataDir"];
  s3?: Config["s3"]; // optional: bucket
};

/** When stored files are cleaned up. */
export const cleanupTimes = { firstDelayMs: 10 * 60_000, intervalMs: 60 * 60_000 };

/**
 * Opens the storage in the settings, and updates the built files in it until `stop`. They are stored before it resolves, so
 * that every instance can send them (docs/decisions/0060).
 * @param o.clientDir undefined in development
 * @throws StartError if the settings are wrong
 */
export async function openFiles({
  config,
  clientDir,
  log,
}: {
  config: StorageSettings & Partial<Pick<Config, "assetsOrigin">>;
  clientDir: string | undefined;
  log: Log;
}): Promise<Files> {
  const openStored = await openStorage(
    config,
    log, // optional: bucket
  );
  const builds = await openStored(builtFiles);
  const ownFiles = clientDir === undefined ? undefined : await findBuiltFiles(clientDir);
  if (ownFiles)
    await updateStoredBuilds(builds, ownFiles).catch((err: unknown) =>
      log.warn({ err }, "The built files could not be stored for other instances and will be tried again"),
    );
  const cleanup =
    ownFiles &&
    startPeriodicTask({
      name: "Updating the stored built files",
      run: () => updateStoredBuilds(builds, ownFiles),
      log,
      ...cleanupTimes,
    });
  const probe = startProbe({
    name: "The storage of files",
    check: builds.check,
    intervalMs: 10_000,
    timeoutMs: 5_000,
    log,
  });
  const forRequests = (storage: FileStorage) => failFast(storage, () => probe.health() === "ok");
  const handlers = ownFiles ? [createFileHandler(builtFiles, forRequests(builds), config)] : [];

  return {
    async serve(kind) {
      const storage = forRequests(await openStored(kind));
      handlers.push(createFileHandler(kind, storage, config));
      return storage;
    },
    handlers,
    buildId: ownFiles && buildIdOf(ownFiles),
    addIntegrity:
      ownFiles && config.assetsOrigin
        ? await createIntegrity(ownFiles, `${config.assetsOrigin}/${builtFiles.folder}`)
        : undefined,
    health: probe.health,
    stop: async () => void (await Promise.all([probe.stop(), cleanup?.stop()])),
  };
}

/**
 * Opens DATA_DIR, or what the settings name instead.
 * @returns opens the storage of a kind of files there
 * @throws StartError if it rejects the settings
 */
export async function openStorage(
  config: StorageSettings,
  log: Pick<Log, "warn">, // optional: bucket
): Promise<OpenStorage> {
  if (config.s3) return await openBucket(config.s3, log); // optional: bucket
  return (kind) => openFolder(join(config.dataDir, kind.folder), kind);
}

/** While the storage is known not to work, requests fail at once instead of waiting for it. */
function failFast(storage: FileStorage, isWorking: () => boolean): FileStorage {
  const guarded =
    <Arguments extends unknown[], Result>(call: (...o: Arguments) => Promise<Result>) =>
    async (...o: Arguments): Promise<Result> => {
      if (!isWorking()) throw new UnavailableError("The storage of files doesn't work");
      return await call(...o);
    };
  return { ...storage, put: guarded(storage.put), read: guarded(storage.read) };
}
