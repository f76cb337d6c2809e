import type { Config } from "#server/config.ts";
import { StartError } from "#server/start-error.ts";
import type { DatabaseConnection } from "./connection.ts";
import { type Server, waitForServer, type WaitOptions } from "./wait-for-server.ts";

/** The ways to the configured database, which are the same without a connection pooler. */
export type Connections = {
  /** For requests: only transactions, no session state. */
  forRequests: DatabaseConnection;
  /** For migrations and commands, and for LISTEN. */
  direct: DatabaseConnection;
};

/**
 * Waits for the configured database, and checks it and the way to it.
 * @throws StartError if it can't be used, or if there is only a connection pooler
 */
export async function checkDatabase(
  { databaseUrl = "", databaseDirectUrl }: Pick<Config, "databaseUrl" | "databaseDirectUrl">,
  o: WaitOptions,
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
  o: WaitOptions,
): Promise<{ connection: DatabaseConnection; server: Server }> {
  const { server, isPooled } = await waitForServer(connection, setting, o);
  const problem = problemOf(server, setting);
  if (problem) throw new StartError(problem);
  return { connection: { ...connection, isPooled }, server };
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
