import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Binaries } from "./binaries.ts";
import type { DatabaseConnection } from "../connection.ts";
import { DatabaseStartError, startErrorFrom } from "./start-errors.ts";
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

/** One PostgreSQL on one data folder: all that is needed to start it, reach it and stop it. */
export type PostgresServer = {
  dataDir: string;
  data: string;
  logFile: string;
  binaries: Binaries;
  account: Account | undefined;
  settings: Record<string, string>;
};

/** An open connection, by which the loss of PostgreSQL is noticed at once. */
export type Monitor = { lost: Promise<void>; close: () => Promise<void> };

export type Progress = { onStep: (text: string) => void; signal: AbortSignal };

/** How long PostgreSQL may take to answer, and how long after a crash it may work on its log before, in milliseconds. */
const patience = 30_000;
const recoveryPatience = 600_000;

const settings = {
  shared_buffers: "128MB",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  // The server's own events. What a statement did wrong is told to who sent it, and may hold personal data.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/** Where the embedded database of a data folder is reached, whether or not it runs now. */
export function connectionFor(dataDir: string): DatabaseConnection {
  const { data } = dataPaths(dataDir);
  const known = { user: "flyleaf", database: "flyleaf" };
  const account = accountFor(data);
  if (!account) return { ...known, host: "127.0.0.1", ...readWindowsAccess(dataDir) };
  const running = readPostmaster(data);
  return { ...known, host: running?.socketFolder || socketFolderFor(dataDir, account), port: 5432 };
}

/**
 * Brings PostgreSQL to where it answers: uses the one that runs, waits for one that starts, stops or recovers, clears up
 * after one that was killed, replaces one that can't be reached, or starts it. The caller holds the turn.
 * @returns an open connection to it
 * @throws DatabaseStartError where that is not possible.
 */
export async function ensureRunning(server: PostgresServer, progress: Progress): Promise<Monitor> {
  const deadline = Date.now() + patience;
  for (;;) {
    const running = runningPostmaster(server.data);
    if (!running) {
      await launch(server, progress, deadline);
    } else if (running.status === "starting" || running.status === "stopping") {
      await untilNext(server, running.status, progress);
    } else {
      const answer = await ask(server, deadline);
      if (answer) return answer;
    }
    await sleep(10, undefined, progress);
  }
}

/** Stops PostgreSQL; returns whether it has ended. */
export async function stopServer(server: PostgresServer): Promise<boolean> {
  const hasEnded = await stopPostgres(server.data, server.binaries.pgCtl);
  if (hasEnded && server.account) {
    await rm(socketFolderFor(server.dataDir, server.account), { recursive: true, force: true });
  }
  return hasEnded;
}

async function launch(server: PostgresServer, progress: Progress, deadline: number): Promise<void> {
  progress.onStep("Starting PostgreSQL");
  await removeStalePidFile(server.data);
  const launched = await launchPostgres({
    program: server.binaries.postgres,
    data: server.data,
    account: server.account,
    logFile: server.logFile,
    settings: { ...settings, ...(await addressSettings(server)), ...server.settings },
  });

  let output: string | undefined;
  void launched.ended.then((text) => (output = text));
  const tellAfter = Date.now() + 2000;
  const giveUpAfter = Date.now() + recoveryPatience;
  let told = false;
  while (output === undefined) {
    const postmaster = readPostmaster(server.data);
    if (postmaster?.pid === launched.pid && postmaster.status === "ready") return;
    if (!told && Date.now() > tellAfter) {
      told = true;
      progress.onStep("Waiting for PostgreSQL to recover what an interruption left");
    }
    if (Date.now() > giveUpAfter) throw notAnswering(server);
    await sleep(5, undefined, progress);
  }
  // The one that was killed may need a moment to end all of its processes, and another may have been started by hand.
  const isPassing = /pre-existing shared memory block|lock file ".*" (already exists|is empty)/.test(output);
  if (!isPassing || Date.now() > deadline) throw startErrorFrom(server.data, output);
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

/** Waits while PostgreSQL says that it is starting (which includes recovery) or stopping. */
async function untilNext(server: PostgresServer, status: "starting" | "stopping", progress: Progress) {
  progress.onStep(`Waiting for PostgreSQL, which is ${status}`);
  const deadline = Date.now() + recoveryPatience;
  while (runningPostmaster(server.data)?.status === status) {
    if (Date.now() > deadline) throw notAnswering(server);
    await sleep(20, undefined, progress);
  }
}

/** Connects to a PostgreSQL that runs; none where it is worth another try. */
async function ask(server: PostgresServer, deadline: number): Promise<Monitor | undefined> {
  try {
    const client = new pg.Client(clientOptions(server.dataDir));
    client.on("error", () => undefined); // The end follows.
    const lost = new Promise<void>((done) => client.once("end", done));
    await client.connect();
    return { lost, close: () => client.end() };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "3D000") {
      await createDatabase(server).catch((reason: unknown) => {
        throw startErrorFrom(server.data, wordsOf(reason));
      });
    } else if (code.startsWith("58") || code.startsWith("XX")) {
      throw startErrorFrom(server.data, wordsOf(error)); // Files that can't be read, and what must not be.
    } else if (code === "ENOENT" || code === "ECONNREFUSED") {
      // Its socket was removed: no one can reach it any more, and its data is safe.
      if (runningPostmaster(server.data) && !(await stopServer(server))) throw notAnswering(server);
    } else if (code.startsWith("28")) {
      throw new DatabaseStartError(
        `The database in ${server.data} refuses its own user: it was not made by this product, or its access rules were changed. Put a backup in its place, or move it away to begin with an empty database.`,
        { cause: error },
      );
    }
    if (Date.now() > deadline) throw notAnswering(server, error);
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

/** A creation that was interrupted may have left the files complete, and our database not yet made. */
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

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = error instanceof pg.DatabaseError && error.detail ? `\nDETAIL:  ${error.detail}` : "";
  return `ERROR:  ${error.message}${detail}`;
}

function notAnswering(server: PostgresServer, cause?: unknown): DatabaseStartError {
  return new DatabaseStartError(
    `PostgreSQL runs on ${server.data} but does not answer: end its processes, then start again. ${server.logFile} holds what it said.`,
    { cause },
  );
}
