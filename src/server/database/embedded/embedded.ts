import { access, constants, mkdir, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#server/log.ts";
import { findBinaries } from "./binaries.ts";
import type { DatabaseConnection } from "../connection.ts";
import { DatabaseStartError, fileErrorFrom } from "./start-errors.ts";
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

export { DatabaseStartError } from "./start-errors.ts";
export type { DatabaseConnection } from "../connection.ts";

export type EmbeddedOptions = {
  dataDir: string;
  log: Pick<Log, "info" | "warn" | "error">;
  /** Hears, in a few words, of what takes its time. */
  onStep?: (text: string) => void;
  /** PostgreSQL settings beside or in place of ours. */
  settings?: Record<string, string>;
  /** The folder of PostgreSQL's package, when not where npm puts it. */
  packageFolder?: string;
  /** For root only: a folder that every account may enter, used where PostgreSQL's account can't enter the project or `dataDir`. */
  sharedFolder?: string;
};

/** How long one start may keep others waiting, and how long stopping waits for a start, in milliseconds. */
const turnPatience = 120_000;
const leavePatience = 10_000;

/**
 * Starts PostgreSQL on DATA_DIR/postgres, or joins the one that already runs there, and keeps it running until `stop`:
 * one that dies is started again. Several processes may do this with the same folder; the last one that stops, stops PostgreSQL.
 * @throws DatabaseStartError with a sentence for people where there is no way to a running database.
 */
export async function startEmbeddedDatabase(
  o: EmbeddedOptions,
): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  const onStep = o.onStep ?? (() => undefined);
  const leaving = new AbortController();
  const progress: Progress = { onStep, signal: leaving.signal };
  const locks: FileLock[] = [];
  try {
    const files = dataPaths(await makeDataDir(o.dataDir));
    const turn = openLock(files.startLock);
    locks.push(turn);
    const users = openLock(files.usersLock);
    locks.push(users);

    const [server, watch] = await inTurn(turn, turnPatience, progress, async () => {
      const found = await prepare(files, o, onStep);
      const opened = await ensureRunning(found, progress).catch(async (error: unknown) => {
        if (users.tryExclusive()) await stopServer(found);
        throw error;
      });
      users.tryShared();
      return [found, opened];
    });
    o.log.info({ folder: server.data }, "PostgreSQL runs");
    const watching = keepRunning({ server, watch, turn, progress, log: o.log });

    let stopped: Promise<void> | undefined;
    return {
      connection: connectionFor(files.dataDir),
      stop: () => (stopped ??= leave()),
    };

    async function leave() {
      leaving.abort();
      await watching;
      await inTurn(turn, leavePatience, { onStep, signal: new AbortController().signal }, async () => {
        // Whoever else uses PostgreSQL shares this lock for as long as they live.
        if (!users.tryExclusive()) return;
        if (!(await stopServer(server))) o.log.error({ folder: server.data }, "PostgreSQL does not stop");
      }).catch((error: unknown) => o.log.error({ err: error }, "PostgreSQL keeps running"));
      for (const lock of locks) lock.close();
    }
  } catch (error) {
    for (const lock of locks) lock.close();
    throw fileErrorFrom(o.dataDir, error);
  }
}

/** Where the embedded database of a data folder is reached while it runs. */
export function embeddedConnection(dataDir: string): DatabaseConnection {
  return connectionFor(resolve(dataDir));
}

async function makeDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  await access(dataDir, constants.W_OK | constants.X_OK);
  return realpath(dataDir);
}

/** Finds PostgreSQL and its data, which are created where they are missing. */
async function prepare(
  files: DataPaths,
  o: EmbeddedOptions,
  onStep: (text: string) => void,
): Promise<PostgresServer> {
  const shared = o.sharedFolder ?? "/var/lib/flyleaf";
  const account = accountFor(files.data);
  const binaries = await findBinaries(account, shared, o.packageFolder);
  let data = await findDataFolder(files, binaries.major);
  if (data) {
    await checkAccess(data, account, shared);
  } else {
    onStep("Creating the database");
    data = await createDataFolder({ files, binaries, account, shared });
  }
  const settings = o.settings ?? {};
  return { dataDir: files.dataDir, data, logFile: files.log, binaries, account, settings };
}

/** Starts PostgreSQL again whenever it dies, until the signal comes. */
async function keepRunning(o: {
  server: PostgresServer;
  watch: Monitor;
  turn: FileLock;
  progress: Progress;
  log: EmbeddedOptions["log"];
}): Promise<void> {
  const { signal } = o.progress;
  let watch: Monitor | undefined = o.watch;
  signal.addEventListener("abort", () => void watch?.close());
  while (watch) {
    await watch.lost;
    if (signal.aborted) return;
    o.log.warn("PostgreSQL ended unexpectedly: starting it again");
    watch = await restart(o);
    if (watch) o.log.info("PostgreSQL runs again");
  }
}

/** Tries until PostgreSQL runs; none where the signal came first. */
async function restart(o: Parameters<typeof keepRunning>[0]): Promise<Monitor | undefined> {
  const quiet: Progress = { onStep: () => undefined, signal: o.progress.signal };
  for (let pause = 500; ; pause = Math.min(pause * 2, 30_000)) {
    try {
      const watch = await inTurn(o.turn, turnPatience, quiet, () => ensureRunning(o.server, quiet));
      if (quiet.signal.aborted) await watch.close();
      return quiet.signal.aborted ? undefined : watch;
    } catch (error) {
      if (quiet.signal.aborted) return undefined;
      o.log.error({ err: error }, "PostgreSQL could not be started again: another try follows");
      await sleep(pause, undefined, quiet).catch(() => undefined);
      if (quiet.signal.aborted) return undefined;
    }
  }
}

async function inTurn<Result>(
  turn: FileLock,
  patience: number,
  { onStep, signal }: Progress,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + patience;
  for (let told = false; !turn.tryExclusive(); told = true) {
    if (!told) onStep("Waiting for another process that starts or stops the database");
    if (Date.now() > deadline) {
      throw new DatabaseStartError(
        "Another process has been starting or stopping the database for too long: end it, then start again.",
      );
    }
    await sleep(20, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    turn.release();
  }
}
