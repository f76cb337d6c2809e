import { existsSync } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { brand } from "#brand/brand.ts";
import { fixedNames } from "#brand/fixed-names.ts";
import type { Log } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";
import type { DatabaseConnection } from "../connection.ts";
import { embeddedConnection } from "./access.ts";
import { accountFor } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { createDataFolder, findDataFolder } from "./data-folder.ts";
import { isRunning, type Launched, launchPostgres, type PostgresServer, stopPostgres } from "./postgres.ts";
import { startErrorFrom } from "./start-errors.ts";

export { embeddedConnection } from "./access.ts";

export type EmbeddedOptions = {
  dataDir: string;
  /** Whether the database must exist: otherwise it is created. */
  isExisting?: boolean;
  log: Pick<Log, "info" | "warn" | "error">;
  /** Called with a short text before each step that takes a while. */
  onStep?: (text: string) => void;
  /** Additional PostgreSQL settings; they override ours. */
  settings?: Record<string, string>;
  /** The folder of the PostgreSQL package, if it is not where npm installs it. */
  packageFolder?: string;
  /** For root only: a folder for a copy of PostgreSQL's programs, if its account can't access the project. */
  sharedFolder?: string;
};

/** A connection, which shows at once when PostgreSQL dies, and to others that it is used. */
type Session = { client: pg.Client; ended: Promise<void>; release: () => void };

/** What clients of PostgreSQL read in the environment (PGSSLMODE, PGOPTIONS) is for another database. */
function forgetOtherDatabases(): void {
  const { env } = process; // node-postgres reads it.
  for (const name of Object.keys(env)) if (/^PG[A-Z]+$/.test(name)) delete env[name];
}

/** How long PostgreSQL may not respond. */
const timeoutMs = 30_000;

/** An arbitrary number. All processes that use PostgreSQL share its advisory lock; the one that stops it has it alone. */
const lockId = 2_719_406_153;

/**
 * Starts PostgreSQL on DATA_DIR/postgres unless it runs already, and restarts it when it dies, until `stop`. Several
 * processes can share it; the last one to stop stops PostgreSQL (docs/decisions/0002-embedded-postgresql.md).
 * @throws StartError if the database can't be started; its message is shown to the user
 */
export async function startEmbeddedDatabase(
  o: EmbeddedOptions,
): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  const { log, onStep } = o;
  forgetOtherDatabases();
  const stopping = new AbortController();
  const { signal } = stopping;
  const aborted = new Promise((done) => signal.addEventListener("abort", done));
  const server = await prepareServer(o, onStep).catch((error: unknown) => {
    const isOfFiles = error instanceof Error && "syscall" in error;
    throw isOfFiles ? startErrorFrom(o.dataDir, error.message, error) : error;
  });
  let session = await openSession(server, signal, onStep);
  log.info({ folder: server.data }, "PostgreSQL is running");
  const supervision = keepRunning();
  let stopped: Promise<void> | undefined;
  return { connection: embeddedConnection(server.dataDir), stop: () => (stopped ??= stop()) };

  async function keepRunning() {
    for (;;) {
      await Promise.race([session.ended, aborted]);
      if (signal.aborted) return;
      session.release();
      log.warn("PostgreSQL ended unexpectedly and is being restarted");
      try {
        session = await openSession(server, signal);
        log.info("PostgreSQL is running again");
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error }, "PostgreSQL could not be restarted and will be tried again");
        await sleep(1_000, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function stop() {
    stopping.abort();
    await supervision;
    const isLast = await takeLock(session.client).catch(() => false); // It fails if PostgreSQL has ended.
    session.release();
    if (isLast && !(await stopPostgres(server)))
      log.error({ folder: server.data }, "PostgreSQL does not stop");
    await session.client.end();
  }
}

/** Finds the programs and the data folder, which is created if it is missing. */
async function prepareServer(o: EmbeddedOptions, onStep: EmbeddedOptions["onStep"]): Promise<PostgresServer> {
  const missing = new StartError(
    `DATABASE_URL isn't set, and there is no embedded database in ${o.dataDir}: set DATABASE_URL, or DATA_DIR to the folder of the embedded database.`,
  );
  if (o.isExisting && !existsSync(o.dataDir)) throw missing;
  await mkdir(o.dataDir, { recursive: true });
  const dataDir = await realpath(o.dataDir);
  const shared = o.sharedFolder ?? "/var/lib/embedded-postgresql";
  const account = accountFor(join(dataDir, "postgres"));
  const binaries = await findBinaries(account, shared, o.packageFolder);
  let data = await findDataFolder(join(dataDir, "postgres"), account);
  if (!data && o.isExisting) throw missing;
  if (!data) {
    onStep?.("Creating the database");
    data = await createDataFolder({ dataDir, initdb: binaries.initdb, account });
  }
  return { dataDir, data, logFile: join(dataDir, "postgres.log"), binaries, account, settings: o.settings };
}

/** Connects to PostgreSQL, which is started unless it is running. @throws StartError if it doesn't start or respond */
async function openSession(
  server: PostgresServer,
  signal: AbortSignal,
  onStep?: EmbeddedOptions["onStep"],
): Promise<Session> {
  let deadline = performance.now() + timeoutMs;
  let launched: Launched | undefined;
  let failure = `FATAL:  no response, see ${server.logFile}`;
  try {
    for (;;) {
      try {
        return { ...(await connect(server)), release: () => launched?.release() };
      } catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "";
        if (code === "3D000") await createDatabase(server);
        else if (code === "57P03") deadline = performance.now() + timeoutMs; // It is starting, stopping or recovering.
        else if (error instanceof pg.DatabaseError && !code.startsWith("57"))
          throw startErrorFrom(server.data, `ERROR:  ${error.message}`, error);
      }
      if (performance.now() > deadline) throw startErrorFrom(server.data, failure);
      if (launched?.output !== undefined) {
        // The processes of a killed server end a moment later, or another process has started it.
        const isTemporary = /pre-existing shared memory block|lock file ".*" (already exists|is empty)/;
        failure = launched.output;
        if (!isTemporary.test(failure)) throw startErrorFrom(server.data, failure);
        launched.release();
        launched = undefined;
        await sleep(100, undefined, { signal });
      }
      if (!launched && !isRunning(server.data)) {
        onStep?.("Starting PostgreSQL");
        launched = await launchPostgres(server);
      }
      await sleep(10, undefined, { signal });
    }
  } catch (error) {
    launched?.release();
    if (launched) await stopPostgres(server);
    throw error;
  }
}

async function connect({ dataDir }: PostgresServer): Promise<Omit<Session, "release">> {
  const client = createClient(dataDir);
  const ended = new Promise<void>((done) => client.once("end", done));
  await client.connect();
  // Waits while a process is stopping PostgreSQL, and fails then.
  await client.query("SELECT pg_advisory_lock_shared($1)", [lockId]);
  return { client, ended };
}

/** Tries to take the lock alone; returns whether no other process uses PostgreSQL. */
async function takeLock(client: pg.Client): Promise<boolean> {
  await client.query("SELECT pg_advisory_unlock_shared($1)", [lockId]);
  const { rows } = await client.query("SELECT WHERE pg_try_advisory_lock($1)", [lockId]);
  return rows.length > 0;
}

/** Creates our database, after initdb. */
async function createDatabase({ dataDir, data }: PostgresServer) {
  const client = createClient(dataDir, { database: "postgres" });
  try {
    await client.connect();
    await client.query(`CREATE DATABASE ${fixedNames.embeddedDatabase}`);
  } catch (error) {
    // Another process may have created it meanwhile.
    const isCreated = ["42P04", "23505"].includes((error as pg.DatabaseError).code ?? "");
    if (!isCreated) throw startErrorFrom(data, `ERROR:  ${(error as Error).message}`, error);
  } finally {
    await client.end();
  }
}

function createClient(dataDir: string, config?: pg.ClientConfig): pg.Client {
  const own = { application_name: `${brand.prefix} supervisor`, connectionTimeoutMillis: 5_000 };
  const client = new pg.Client({ ...embeddedConnection(dataDir), ...own, ...config });
  return client.on("error", () => undefined); // "end" follows, or the query fails.
}
