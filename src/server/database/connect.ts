import { drizzle } from "drizzle-orm/node-postgres";
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { brand } from "#brand/brand.ts";
import type { LimitStore } from "#server/redis/limit-store.ts";
import type { Log } from "#server/log.ts";
import type { DatabaseConnection } from "./connection.ts";
import { clientWith } from "./client.ts";
import { countLockConflicts, type LockConflicts } from "./lock-conflicts.ts";
import { Pool } from "./pool.ts";

export type { DatabaseConnection } from "./connection.ts";

export type Database = {
  pool: Pool;
  /** An operation that answers an Idempotency-Key gets a transaction here. */ // optional: rest
  sql: Sql;
  /** Calls a function whenever `sql` has committed a transaction. */
  onCommit: (listener: () => void) => void;
  lockConflicts: Pick<LockConflicts, "count" | "health">;
  // optional: redis
  /** Only with REDIS_URL (record 66). */
  redis?: {
    limits: LimitStore;
    // optional: live
    /** Publishes the pending notifications that a statement takes. If it fails, they stay pending. @returns how many */
    publishPending: (pool: Pool, statement: string) => Promise<number>;
    /** Called after a request has done what may have changed something, before it answers. */
    afterWrite: () => void;
    // end: live
  };
  // end: redis
  /** Waits for running queries, then closes every connection. */
  close: () => Promise<void>;
};

/** The database, or a transaction. */
export type Sql = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** In milliseconds. Not through a pooler, which would give a session with these settings to others. */
const timeouts =
  "SET statement_timeout = 10000; SET lock_timeout = 5000; SET idle_in_transaction_session_timeout = 30000";

/**
 * Creates a connection pool, which connects at the first query.
 * @param o.hasPreparedStatements whether statements may have names, which is decided nowhere else (record 46): by default
 * without a pooler, since many don't support them
 */
export function connect(
  connection: DatabaseConnection,
  o: {
    max?: number;
    applicationName?: string;
    hasPreparedStatements?: boolean;
    log?: Pick<Log, "warn">;
  } = {},
): Database {
  const isPooled = connection.isPooled ?? false;
  const lockConflicts = countLockConflicts();
  const pool = new Pool({
    ...connection,
    Client: clientWith({
      hasNames: o.hasPreparedStatements ?? !isPooled,
      log: o.log,
      onError: lockConflicts.add,
    }),
    max: o.max ?? 10,
    application_name: o.applicationName ?? brand.prefix,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(!isPooled && { onConnect: ((client) => client.query(timeouts)) as (client: pg.ClientBase) => void }),
  });
  // Without these listeners, a lost connection would end this process.
  pool.on("error", (error) => o.log?.warn({ err: error }, "An idle database connection was lost"));
  pool.on("connect", (client) => client.on("error", () => undefined)); // Its query fails, too.
  const commitListeners: (() => void)[] = [];
  return {
    pool,
    sql: createSql(pool, () => commitListeners.forEach((listener) => listener())),
    onCommit: (listener) => void commitListeners.push(listener),
    lockConflicts,
    close: () => pool.end(),
  };
}

/** Drizzle, except that it would never release a connection on which BEGIN fails, for example when the database restarts. */
function createSql(pool: pg.Pool, onCommit: () => void): Sql {
  const sql = drizzle(pool);
  sql.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      const result = await drizzle(client).transaction(work, config);
      onCommit();
      return result;
    } finally {
      client.release();
    }
  };
  return sql;
}
