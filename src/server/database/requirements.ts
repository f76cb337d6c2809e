import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { brand } from "#brand/brand.ts";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";
import { isUnavailableError } from "#server/unavailable.ts";
import type { DatabaseConnection } from "./connection.ts";

/** The ways to the configured database, which are the same without a connection pooler. */
export type Connections = {
  /** For requests: only transactions, no session state. */
  forRequests: DatabaseConnection;
  /** For LISTEN, migrations and commands. */
  direct: DatabaseConnection;
};

type Options = {
  log: Pick<Log, "warn">;
  /** Called with a short text if the database has to be waited for. */
  onStep?: (text: string) => void;
  /** For how long a database that is starting, or not reachable yet, is tried again. */
  waitMs?: number;
  retryMs?: number;
};

/** What is checked of the server of requests. */
type Server = {
  version: number;
  name: string;
  utf8: boolean;
  icu: boolean;
  isReadOnly: boolean;
  pid: number;
  hasTimeout: boolean;
  /** Quoted for use in SQL. */
  role: string;
};

/**
 * Waits for the configured database, and checks it and the way to it.
 * @throws StartError if it can't be used, or if there is only a connection pooler
 */
export async function checkDatabase(
  { databaseUrl = "", databaseDirectUrl }: Pick<Config, "databaseUrl" | "databaseDirectUrl">,
  o: Options,
): Promise<Connections> {
  const direct =
    databaseDirectUrl === undefined
      ? undefined
      : await checkRequirements({ connectionString: databaseDirectUrl }, "DATABASE_DIRECT_URL", o);
  const given = await checkRequirements({ connectionString: databaseUrl }, "DATABASE_URL", o);
  if (given.connection.isPooled && !direct) {
    throw new StartError(
      "DATABASE_URL refers to a connection pooler: set DATABASE_DIRECT_URL to the URL of PostgreSQL itself, or, only if the pooler works in session mode, to the same URL.",
    );
  }
  if (given.connection.isPooled && !given.server.hasTimeout) {
    const set = `ALTER ROLE ${given.server.role} SET`;
    o.log.warn(
      `Through the connection pooler, statements have no timeout: run ${set} statement_timeout = '10s'; ${set} lock_timeout = '5s'; ${set} idle_in_transaction_session_timeout = '30s'; and reconnect the pooler.`,
    );
  }
  return { forRequests: given.connection, direct: direct?.connection ?? given.connection };
}

/**
 * Waits for a database, and checks that it is a writable PostgreSQL 15 or newer, in UTF-8, with ICU, which sorts lists.
 * @param setting the one that has the connection, for messages
 * @returns the connection, and whether it leads through a pooler
 * @throws StartError if it isn't suitable, or can't be reached
 */
async function checkRequirements(
  connection: DatabaseConnection,
  setting: string,
  o: Options,
): Promise<{ connection: DatabaseConnection; server: Server }> {
  const { row: server, isPooled } = await waitForServer<Server>(connection, setting, o, readServer);
  const problem = problemOf(server, setting);
  if (problem) throw new StartError(problem);
  return { connection: { ...connection, isPooled }, server };
}

/**
 * Waits for the replicas, and checks that each is a standby of the database.
 * @param primary the database itself, not through a pooler
 * @throws StartError if one isn't, or can't be reached
 */
export async function checkReplicas(
  { databaseReplicaUrls }: Pick<Config, "databaseReplicaUrls">,
  primary: DatabaseConnection,
  o: Options,
): Promise<DatabaseConnection[]> {
  const original = await waitForServer<Identity>(primary, "DATABASE_URL", o, readIdentity);
  return await Promise.all(
    databaseReplicaUrls.map(async (connectionString, index) => {
      const setting = `DATABASE_REPLICA_URLS (number ${index + 1})`;
      const { row, isPooled } = await waitForServer<Identity>({ connectionString }, setting, o, readIdentity);
      if (!row.isStandby)
        throw new StartError(`${setting} refers to a server that is no standby: set it to a replica.`);
      if (row.system !== original.row.system || row.database !== original.row.database)
        throw new StartError(`${setting} is a replica of another database than DATABASE_URL: correct it.`);
      return { connectionString, isPooled };
    }),
  );
}

/** Why a server can't be used, and what to do. */
export function problemOf(
  server: Pick<Server, "version" | "name" | "utf8" | "icu" | "isReadOnly">,
  setting: string,
): string | undefined {
  if (server.version < 150_000)
    return `${setting} refers to PostgreSQL ${server.name}, and 15 or newer is required: upgrade it, or set ${setting} to another.`;
  if (server.isReadOnly)
    return `The database in ${setting} is read-only, as a standby is: set ${setting} to the primary server.`;
  if (!server.utf8) return `The database in ${setting} is not in UTF-8: create one WITH ENCODING 'UTF8'.`;
  if (!server.icu)
    return `The database in ${setting} has no collation "und-x-icu", which sorts lists: use a PostgreSQL built with ICU.`;
  return undefined;
}

/**
 * @param statement reads one row; one that is read-only is read again, because a proxy leads to standbys until it knows the
 *   primary
 */
async function waitForServer<Row extends { pid: number; isReadOnly?: boolean }>(
  connection: DatabaseConnection,
  setting: string,
  { log, onStep, waitMs = 60_000, retryMs = 1_000 }: Options,
  statement: string,
): Promise<{ row: Row; /** Whether the connection leads through a pooler. */ isPooled: boolean }> {
  const deadline = Date.now() + waitMs;
  let isWaiting = false;
  for (;;) {
    const isLastAttempt = Date.now() + retryMs > deadline;
    let reason = "it is read-only, as a standby is";
    try {
      const server = await readRow<Row>(connection, statement);
      if (!server.row.isReadOnly || isLastAttempt) return server;
    } catch (error) {
      const mistake = mistakeOf(error, setting);
      if (mistake) throw new StartError(mistake, { cause: error });
      reason = reasonOf(error);
      if (!isTemporary(error) || isLastAttempt) {
        throw new StartError(
          `The database can't be reached (${reason}): check ${setting}, and that it is running.`,
          { cause: error },
        );
      }
    }
    if (!isWaiting) {
      log.warn(
        `The database in ${setting} can't be used yet (${reason}), and is tried again for ${waitMs / 1_000} s`,
      );
      onStep?.(`Waiting for the database (${reason})`);
    }
    isWaiting = true;
    await sleep(retryMs);
  }
}

const readServer = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
    current_setting('server_encoding') = 'UTF8' AS utf8,
    EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS icu,
    current_setting('transaction_read_only')::boolean AS "isReadOnly", pg_backend_pid() AS pid,
    current_setting('statement_timeout') <> '0' AS "hasTimeout", quote_ident(current_user) AS role`;

/** What a standby shares with its primary. */
type Identity = { isStandby: boolean; system: string; database: number; pid: number };

const readIdentity = `
  SELECT pg_is_in_recovery() AS "isStandby", (SELECT system_identifier::text FROM pg_control_system()) AS system,
    (SELECT oid::int FROM pg_database WHERE datname = current_database()) AS database, pg_backend_pid() AS pid`;

async function readRow<Row extends { pid: number }>(connection: DatabaseConnection, statement: string) {
  const client = new pg.Client({
    ...connection,
    application_name: brand.prefix,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  }) as pg.Client & { processID: number | null };
  client.on("error", () => undefined); // The query fails, too.
  try {
    await client.connect();
    const row = (await client.query<Row>(statement)).rows[0] as Row;
    // PostgreSQL tells each connection its process id; a pooler makes up another one.
    return { row, isPooled: client.processID !== row.pid };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What someone has to correct; undefined if the database may be reachable later. PgBouncer has one code for all errors. */
function mistakeOf(error: unknown, setting: string): string | undefined {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND") return `The host in ${setting} is unknown: correct it.`;
  if (code === "3D000" || /no such database|database ".*" does not exist/.test(message))
    return `The database in ${setting} doesn't exist: create it, or correct its name.`;
  if (code.startsWith("28") || /authentication failed|no such user/.test(message))
    return `The database rejects the user in ${setting}: check the user, the password, and pg_hba.conf.`;
  return undefined;
}

/** Whether trying again may help. */
function isTemporary(error: unknown): boolean {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  const isWithoutSocket = code === "ENOENT" && syscall === "connect";
  // A pooler accepts connections, and its queries wait for PostgreSQL.
  return isUnavailableError(error) || isWithoutSocket || message === "Query read timeout";
}

/** In a few words, without the address. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return error instanceof pg.DatabaseError ? message : (code ?? message);
}
