import { brand } from "#brand/brand.ts";
import type { LimitStore } from "#server/redis/limit-store.ts";
import type { Log } from "#server/log.ts";
import type { DatabaseConnection } from "./connection.ts";
import { clientWith } from "./client.ts";
import { countLockConflicts, type LockConflicts } from "./lock-conflicts.ts";
import { Pool } from "./pool.ts";
import { createSql, type Sql } from "./transactions.ts";

export type { DatabaseConnection } from "./connection.ts";
export type { Sql } from "./transactions.ts";

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

/** In milliseconds. Not through a pooler, which would give a session with these settings to others. */
const timeouts = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** What most pages need: connecting takes several trips to the database. */
const keptConnections = 4;

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
    // Statements that don't need each other's answers are one trip to the database.
    pipeline: true,
    max: o.max ?? 10,
    min: Math.min(o.max ?? 10, keptConnections),
    application_name: o.applicationName ?? brand.prefix,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(!isPooled && timeouts),
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
