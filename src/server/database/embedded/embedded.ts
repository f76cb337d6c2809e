import { access, constants, mkdir, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#server/log.ts";
import { findBinaries } from "./binaries.ts";
import type { DatabaseConnection } from "../connection.ts";
import { fileErrorFrom } from "./start-errors.ts";
import { type DataPaths, checkAccess, createDataFolder, dataPaths, findDataFolder } from "./data-folder.ts";
import { type FileLock, openLock } from "./file-lock.ts";
import { accountFor } from "./account.ts";
import {
  type Progress,
  type PostgresServer,
  type Monitor,
  connectionFor,
  ensureRunning,
  stopServer,
} from "./postgres.ts";
import { StartError } from "#server/start-error.ts";

export type { DatabaseConnection } from "../connection.ts";

export type EmbeddedOptions = {
  dataDir: string;
  log: Pick<Log, "info" | "warn" | "error">;
  /** Called with a short text before each step that takes a while. */
  onStep?: (text: string) => void;
  /** Additional PostgreSQL settings; they override ours. */
  settings?: Record<string, string>;
  /** The folder of the PostgreSQL package, if it is not where npm installs it. */
  packageFolder?: string;
  /** For root only: a folder for PostgreSQL's account, if that can't access the project or `dataDir`. */
  sharedFolder?: string;
};

/** How long a start, and a stop, wait for another process that starts or stops PostgreSQL. */
const startLockTimeoutMs = 120_000;
const stopLockTimeoutMs = 10_000;

/**
 * Starts PostgreSQL on DATA_DIR/postgres unless it runs already, and restarts it when it dies, until `stop`. Several
 * processes can share it; the last one to stop stops PostgreSQL (docs/decisions/0002-embedded-postgresql.md).
 * @throws StartError if the database can't be started; its message is shown to the user
 */
export async function startEmbeddedDatabase(
  o: EmbeddedOptions,
): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  const onStep = o.onStep ?? (() => undefined);
  const stopping = new AbortController();
  const progress: Progress = { onStep, signal: stopping.signal };
  const locks: FileLock[] = [];
  try {
    await mkdir(o.dataDir, { recursive: true });
    await access(o.dataDir, constants.W_OK | constants.X_OK);
    const paths = dataPaths(await realpath(o.dataDir));
    const startLock = openLock(paths.startLock);
    locks.push(startLock);
    const usersLock = openLock(paths.usersLock);
    locks.push(usersLock);

    const [server, monitor] = await withStartLock(startLock, startLockTimeoutMs, progress, async () => {
      const prepared = await prepare(paths, o, onStep);
      const opened = await ensureRunning(prepared, progress).catch(async (error: unknown) => {
        if (usersLock.tryExclusive()) await stopServer(prepared);
        throw error;
      });
      usersLock.tryShared();
      return [prepared, opened];
    });
    o.log.info({ folder: server.data }, "PostgreSQL is running");
    const supervision = keepRunning({ server, monitor, startLock, progress, log: o.log });

    let stopped: Promise<void> | undefined;
    return {
      connection: connectionFor(paths.dataDir),
      stop: () => (stopped ??= shutDown()),
    };

    async function shutDown() {
      stopping.abort();
      await supervision;
      await withStartLock(
        startLock,
        stopLockTimeoutMs,
        { onStep, signal: new AbortController().signal },
        async () => {
          // Every other process that uses PostgreSQL holds a shared lock.
          if (!usersLock.tryExclusive()) return;
          if (!(await stopServer(server))) o.log.error({ folder: server.data }, "PostgreSQL does not stop");
        },
      ).catch((error: unknown) => o.log.error({ err: error }, "PostgreSQL keeps running"));
      for (const lock of locks) lock.close();
    }
  } catch (error) {
    for (const lock of locks) lock.close();
    throw fileErrorFrom(o.dataDir, error);
  }
}

/** The connection to the embedded database of a data folder, whether or not it is running. */
export function embeddedConnection(dataDir: string): DatabaseConnection {
  return connectionFor(resolve(dataDir));
}

/** Finds the programs and the data folder, which is created if it is missing. */
async function prepare(
  paths: DataPaths,
  o: EmbeddedOptions,
  onStep: (text: string) => void,
): Promise<PostgresServer> {
  const shared = o.sharedFolder ?? "/var/lib/flyleaf";
  const account = accountFor(paths.data);
  const binaries = await findBinaries(account, shared, o.packageFolder);
  let data = await findDataFolder(paths, binaries.major);
  if (data) {
    await checkAccess(data, account, shared);
  } else {
    onStep("Creating the database");
    data = await createDataFolder({ paths, binaries, account, shared });
  }
  return { dataDir: paths.dataDir, data, logFile: paths.log, binaries, account, settings: o.settings ?? {} };
}

/** Restarts PostgreSQL whenever it dies, until the signal aborts. */
async function keepRunning(o: {
  server: PostgresServer;
  monitor: Monitor;
  startLock: FileLock;
  progress: Progress;
  log: EmbeddedOptions["log"];
}): Promise<void> {
  const { signal } = o.progress;
  let monitor: Monitor | undefined = o.monitor;
  signal.addEventListener("abort", () => void monitor?.close());
  while (monitor) {
    await monitor.lost;
    if (signal.aborted) return;
    o.log.warn("PostgreSQL ended unexpectedly and is being restarted");
    monitor = await restart(o);
    if (monitor) o.log.info("PostgreSQL is running again");
  }
}

/** Tries until PostgreSQL runs; undefined if the signal aborts first. */
async function restart(o: Parameters<typeof keepRunning>[0]): Promise<Monitor | undefined> {
  const quiet: Progress = { onStep: () => undefined, signal: o.progress.signal };
  for (let delayMs = 500; ; delayMs = Math.min(delayMs * 2, 30_000)) {
    try {
      const monitor = await withStartLock(o.startLock, startLockTimeoutMs, quiet, () =>
        ensureRunning(o.server, quiet),
      );
      if (!quiet.signal.aborted) return monitor;
      await monitor.close();
      return undefined;
    } catch (error) {
      if (quiet.signal.aborted) return undefined;
      o.log.error({ err: error }, "PostgreSQL could not be restarted and will be tried again");
      await sleep(delayMs, undefined, quiet).catch(() => undefined);
      if (quiet.signal.aborted) return undefined;
    }
  }
}

async function withStartLock<Result>(
  lock: FileLock,
  timeoutMs: number,
  { onStep, signal }: Progress,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 1; !lock.tryExclusive(); attempt += 1) {
    if (attempt === 1) onStep("Waiting for another process that is starting or stopping the database");
    if (Date.now() > deadline) {
      throw new StartError(
        "Another process has been starting or stopping the database for too long: end it, then start again.",
      );
    }
    await sleep(20, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
