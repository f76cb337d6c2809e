import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { brand } from "#brand/brand.ts";
import type { Log } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";
import { temporaryErrorCode } from "#server/unavailable.ts";
import type { DatabaseConnection } from "./connection.ts";

export type WaitOptions = {
  log: Pick<Log, "warn">;
  /** Called with a short text if the database has to be waited for. */
  onStep?: (text: string) => void;
  /** For how long a database that is starting, or not reachable yet, is tried again. */
  waitMs?: number;
  retryMs?: number;
  isReadOnlyAllowed?: boolean; // optional: replicas
};

/** What is checked of a server. */
export type Server = {
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
 * Waits until a server can be used. One that is read-only is tried again, because a proxy leads to standbys until it knows
 * the primary.
 * @param setting the one that has the connection, for messages
 * @throws StartError if it can't be reached
 */
export async function waitForServer(
  connection: DatabaseConnection,
  setting: string,
  o: WaitOptions,
): Promise<{ server: Server; /** Whether the connection leads through a pooler. */ isPooled: boolean }> {
  const { log, onStep, waitMs = 60_000, retryMs = 1_000 } = o;
  const deadline = performance.now() + waitMs;
  let isWaiting = false;
  for (;;) {
    const isLastAttempt = performance.now() + retryMs > deadline;
    let reason = "it is read-only, as a standby is";
    try {
      const found = await readServer(connection);
      if (o.isReadOnlyAllowed) return found; // optional: replicas
      if (!found.server.isReadOnly || isLastAttempt) return found;
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

async function readServer(connection: DatabaseConnection) {
  const client = new pg.Client({
    ...connection,
    application_name: brand.prefix,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  }) as pg.Client & { processID: number | null };
  client.on("error", () => undefined); // The query fails, too.
  try {
    await client.connect();
    const { rows } = await client.query<Server>(`
      SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
        current_setting('server_encoding') = 'UTF8' AS utf8,
        EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS icu,
        current_setting('transaction_read_only')::boolean AS "isReadOnly", pg_backend_pid() AS pid,
        current_setting('statement_timeout') <> '0' AS "hasTimeout", quote_ident(current_user) AS role`);
    const server = rows[0] as Server;
    // PostgreSQL tells each connection its process id; a pooler makes up another one.
    return { server, isPooled: client.processID !== server.pid };
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
  if (code === "42501")
    return `The role in ${setting} may not connect: run as the owner of the database: GRANT CONNECT ON DATABASE name TO role;`;
  return tlsMistakeOf(error as NodeJS.ErrnoException, setting);
}

/** What is wrong with TLS or its files (docs/settings.md, "TLS to PostgreSQL"). */
function tlsMistakeOf({ code = "", syscall, message }: NodeJS.ErrnoException, setting: string) {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `The certificate of the database is for another host than that in ${setting}: use the host's name in the certificate, or sslmode=no-verify, which checks no certificate.`;
  if (/^(CERT_|ERR_TLS_CERT|UNABLE_TO_)|SELF_SIGNED|ISSUER/.test(code))
    return `The certificate of the database isn't trusted (${code}): name the file of its CA in ${setting}, as ?sslmode=verify-full&sslrootcert=/path/to/ca.pem, or use sslmode=no-verify, which checks no certificate.`;
  if (message === "The server does not support SSL connections")
    return `The database has no TLS, which ${setting} asks for: turn it on there (ssl = on), or remove sslmode from the URL.`;
  if (syscall === "open")
    return `A file that ${setting} names (sslrootcert, sslcert or sslkey) can't be read (${code}): correct its path.`;
  return undefined;
}

/** Whether trying again may help. */
function isTemporary(error: unknown): boolean {
  const { message } = error as Error;
  // A pooler accepts connections, and its queries wait for PostgreSQL.
  return temporaryErrorCode(error) !== undefined || message === "Query read timeout";
}

/** In a few words, without the address. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return error instanceof pg.DatabaseError ? message : (code ?? message);
}
