import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { writeAccessRules } from "./access-rules.ts";
import type { Binaries } from "./binaries.ts";
import type { DatabaseConnection } from "../connection.ts";
import { startErrorFrom } from "./start-errors.ts";
import { dataPaths } from "./data-folder.ts";
import { type Account, accountFor, prepareSocketFolder, socketFolderFor } from "./account.ts";
import {
  launchPostgres,
  readPostmaster,
  removeStalePidFile,
  runningPostmaster,
  stopPostgres,
} from "./postmaster.ts";
import { readWindowsAccess } from "./windows-access.ts";
import { StartError } from "#server/start-error.ts";

/** A PostgreSQL server on a data folder, whether or not it is running. */
export type PostgresServer = {
  dataDir: string;
  data: string;
  logFile: string;
  binaries: Binaries;
  account: Account | undefined;
  settings: Record<string, string>;
};

/** An open connection that shows at once when PostgreSQL dies. */
export type Monitor = { lost: Promise<void>; close: () => Promise<void> };

export type Progress = { onStep: (text: string) => void; signal: AbortSignal };

const connectTimeoutMs = 30_000;
/** How long PostgreSQL may take to start, which includes its recovery after a crash. */
const recoveryTimeoutMs = 600_000;

const settings = {
  shared_buffers: "128MB",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  // The server's own events only: errors of statements may contain personal data.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/** The connection to the embedded database of a data folder, whether or not it is running. */
export function connectionFor(dataDir: string): DatabaseConnection {
  const { data } = dataPaths(dataDir);
  const base = { user: "flyleaf", database: "flyleaf" };
  const account = accountFor(data);
  if (!account) return { ...base, host: "127.0.0.1", ...readWindowsAccess(dataDir) };
  const running = readPostmaster(data);
  return { ...base, host: running?.socketFolder || socketFolderFor(dataDir, account), port: 5432 };
}

/**
 * Starts PostgreSQL unless it is running: waits while it starts, stops or recovers, cleans up if it was killed, and
 * restarts it if it can't be reached. The caller holds the start lock.
 * @throws StartError if it can't be started
 */
export async function ensureRunning(server: PostgresServer, progress: Progress): Promise<Monitor> {
  const deadline = Date.now() + connectTimeoutMs;
  for (;;) {
    const running = runningPostmaster(server.data);
    if (!running) {
      await launch(server, progress, deadline);
    } else if (running.status === "starting" || running.status === "stopping") {
      await waitForStatusChange(server, running.status, progress);
    } else {
      const monitor = await tryConnect(server, deadline);
      if (monitor) return monitor;
    }
    await sleep(10, undefined, progress);
  }
}

/** Stops PostgreSQL; returns whether it has stopped. */
export async function stopServer(server: PostgresServer): Promise<boolean> {
  const hasStopped = await stopPostgres(server.data, server.binaries.pgCtl);
  if (hasStopped && server.account) {
    await rm(socketFolderFor(server.dataDir, server.account), { recursive: true, force: true });
  }
  return hasStopped;
}

async function launch(server: PostgresServer, progress: Progress, deadline: number): Promise<void> {
  progress.onStep("Starting PostgreSQL");
  await removeStalePidFile(server.data);
  if (server.account) await writeAccessRules(server.data, server.account);
  const launched = await launchPostgres({
    program: server.binaries.postgres,
    data: server.data,
    account: server.account,
    logFile: server.logFile,
    settings: { ...settings, ...(await addressSettings(server)), ...server.settings },
  });

  let output: string | undefined;
  void launched.exited.then((text) => (output = text));
  const startedAt = Date.now();
  let isRecoveryReported = false;
  while (output === undefined) {
    const postmaster = readPostmaster(server.data);
    if (postmaster?.pid === launched.pid && postmaster.status === "ready") return;
    if (!isRecoveryReported && Date.now() > startedAt + 2_000) {
      isRecoveryReported = true;
      progress.onStep("Waiting for PostgreSQL to recover after an interruption");
    }
    if (Date.now() > startedAt + recoveryTimeoutMs) throw unresponsiveError(server);
    await sleep(5, undefined, progress);
  }
  // The processes of a killed server end a moment later.
  const isTemporary = /pre-existing shared memory block|lock file ".*" (already exists|is empty)/.test(
    output,
  );
  if (!isTemporary || Date.now() > deadline) throw startErrorFrom(server.data, output);
  await sleep(90, undefined, progress);
}

async function addressSettings(server: PostgresServer): Promise<Record<string, string>> {
  if (!server.account) {
    const { port } = readWindowsAccess(server.dataDir);
    return { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" };
  }
  const folder = socketFolderFor(server.dataDir, server.account);
  await prepareSocketFolder(folder, server.account);
  return {
    listen_addresses: "",
    port: "5432",
    unix_socket_directories: folder,
    unix_socket_permissions: "0700",
  };
}

/** Waits while PostgreSQL is starting (which includes recovery) or stopping. */
async function waitForStatusChange(
  server: PostgresServer,
  status: "starting" | "stopping",
  progress: Progress,
) {
  progress.onStep(`Waiting for PostgreSQL, which is ${status}`);
  const deadline = Date.now() + recoveryTimeoutMs;
  while (runningPostmaster(server.data)?.status === status) {
    if (Date.now() > deadline) throw unresponsiveError(server);
    await sleep(20, undefined, progress);
  }
}

/** Connects to a running PostgreSQL; undefined if it should be tried again. */
async function tryConnect(server: PostgresServer, deadline: number): Promise<Monitor | undefined> {
  try {
    const client = new pg.Client(clientOptions(server.dataDir));
    client.on("error", () => undefined); // "end" follows.
    const lost = new Promise<void>((resolve) => client.once("end", resolve));
    await client.connect();
    return { lost, close: () => client.end() };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "3D000") {
      await createDatabase(server).catch((reason: unknown) => {
        throw startErrorFrom(server.data, describeError(reason));
      });
    } else if (code.startsWith("58") || code.startsWith("XX")) {
      throw startErrorFrom(server.data, describeError(error)); // I/O errors and internal errors.
    } else if (code === "ENOENT" || code === "ECONNREFUSED") {
      // Its socket was removed, so no process can connect. Stopping is safe.
      if (runningPostmaster(server.data) && !(await stopServer(server))) throw unresponsiveError(server);
    } else if (code.startsWith("28")) {
      throw new StartError(
        `The database in ${server.data} rejects its own user: it was created by another program. Restore a backup, or move the folder away to start with an empty database.`,
        { cause: error },
      );
    }
    if (Date.now() > deadline) throw unresponsiveError(server, error);
    return undefined;
  }
}

function clientOptions(dataDir: string): pg.ClientConfig {
  return {
    ...connectionFor(dataDir),
    application_name: "flyleaf supervisor",
    connectionTimeoutMillis: 5000,
  };
}

/** Creates our database, if the process was interrupted between initdb and this. */
async function createDatabase({ dataDir }: PostgresServer) {
  const client = new pg.Client({ ...clientOptions(dataDir), database: "postgres" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("CREATE DATABASE flyleaf");
  } finally {
    await client.end();
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = error instanceof pg.DatabaseError && error.detail ? `\nDETAIL:  ${error.detail}` : "";
  return `ERROR:  ${error.message}${detail}`;
}

function unresponsiveError(server: PostgresServer, cause?: unknown): StartError {
  return new StartError(
    `PostgreSQL is running on ${server.data} but does not respond: end its processes, then start again. Its log is in ${server.logFile}.`,
    { cause },
  );
}
