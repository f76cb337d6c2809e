import { drizzle } from "drizzle-orm/node-postgres";
import type { NodePgDatabase, NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Log } from "#server/log.ts";
import type { DatabaseConnection } from "./connection.ts";

export type { DatabaseConnection } from "./connection.ts";

export type Database = {
  pool: pg.Pool;
  sql: NodePgDatabase;
  /** Waits for what runs, then closes every connection. */
  close: () => Promise<void>;
};

/** What a store works on: the database, or a transaction on it. */
export type Sql = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/**
 * No statement and no lock of the product's may hold others up for longer, in milliseconds. Set by a statement, for the
 * poolers before some databases refuse such settings in the connection's first message.
 */
const limits =
  "SET statement_timeout = 10000; SET lock_timeout = 5000; SET idle_in_transaction_session_timeout = 30000";

/**
 * Opens a pool of connections; none is made before the first query.
 * @param o.max connections at most
 * @param o.applicationName what the database shows for them
 */
export function connect(
  connection: DatabaseConnection,
  o: { max?: number; applicationName?: string; log?: Pick<Log, "warn"> } = {},
): Database {
  const pool = new pg.Pool({
    ...connection,
    max: o.max ?? 10,
    application_name: o.applicationName ?? "flyleaf",
    connectionTimeoutMillis: 20_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: prepareConnection as (client: pg.ClientBase) => void,
  });
  // Without these listeners, the death of a connection would end this process.
  pool.on("error", (error) => o.log?.warn({ err: error }, "An idle database connection was lost"));
  pool.on("connect", (client) => client.on("error", () => undefined)); // Its query fails, too, and tells.
  return { pool, sql: drizzle(pool), close: () => pool.end() };
}

async function prepareConnection(client: pg.ClientBase): Promise<void> {
  await client.query(limits);
}

/** Why a database can't carry the product: a sentence for people. */
class DatabaseUnusableError extends Error {
  override name = "DatabaseUnusableError";
  readonly forPeople = true;
}

/**
 * Checks that the database can carry the product: PostgreSQL 15 or newer, UTF-8, and ICU for the order of lists.
 * @throws DatabaseUnusableError where it can't, or can't be reached.
 */
export async function checkRequirements(database: Pick<Database, "pool">): Promise<void> {
  const found = await askForFacts(database);
  if (!found || found.version < 150_000) {
    throw new DatabaseUnusableError(
      `DATABASE_URL leads to PostgreSQL ${found?.name}, and 15 or newer is needed: upgrade it, or set DATABASE_URL to another.`,
    );
  }
  if (!found.utf8) {
    throw new DatabaseUnusableError(
      "The database that DATABASE_URL leads to is not in UTF-8: create one WITH ENCODING 'UTF8'.",
    );
  }
  if (!found.icu) {
    throw new DatabaseUnusableError(
      'The database that DATABASE_URL leads to has no collation "und-x-icu", which orders lists: use a PostgreSQL built with ICU.',
    );
  }
}

async function askForFacts(database: Pick<Database, "pool">) {
  const asked = database.pool.query<{ version: number; name: string; utf8: boolean; icu: boolean }>(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
      current_setting('server_encoding') = 'UTF8' AS utf8,
      EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS icu`);
  const { rows } = await asked.catch((error: NodeJS.ErrnoException) => {
    throw new DatabaseUnusableError(
      `The database can't be reached (${error.code ?? error.message}): check DATABASE_URL, and that it runs.`,
      { cause: error },
    );
  });
  return rows[0];
}
