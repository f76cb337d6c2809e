import type pg from "pg";

/** How often it is looked up what a connection waits for. */
const intervalMs = 250;

/**
 * Watches from another connection what locks a connection waits for.
 * @param pid the connection's process
 * @param onWait called with a text for the log whenever the connection is found waiting
 * @returns stops it
 */
export function watchWaits(
  pool: Pick<pg.Pool, "query">,
  pid: number,
  onWait: (text: string) => void,
): () => void {
  let isAsking = false;
  const timer = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    // Without it, only the log says less.
    const wait = await describeWait(pool, pid).catch(() => undefined);
    isAsking = false;
    if (wait) onWait(wait);
  }, intervalMs);
  return () => clearInterval(timer);
}

async function describeWait(pool: Pick<pg.Pool, "query">, pid: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ wait: string; holders: string | null }>(
    `SELECT concat_ws(' on ', mode, coalesce(relation::regclass::text, locktype)) AS wait,
       (SELECT string_agg(${holder}, ', ') FROM pg_stat_activity AS activity WHERE activity.pid = ANY (pg_blocking_pids($1)))
         AS holders
     FROM pg_locks WHERE pid = $1 AND NOT granted`,
    [pid],
  );
  // Meanwhile, the wait may have ended.
  return rows[0]?.holders ? `${rows[0].wait}, which ${rows[0].holders} has or waits for` : undefined;
}

/** A process for the log, in SQL. Other roles see neither its state nor its times. */
const holder = `format('pid %s (%s)', activity.pid, concat_ws(', ', nullif(activity.application_name, ''),
  'role ' || activity.usename, activity.state, 'since ' || date_trunc('second', activity.xact_start)))`;

/**
 * Finds the process that has an advisory lock.
 * @returns a text for the log; undefined if none has it
 */
export async function findLockHolder(client: pg.ClientBase, lockId: number): Promise<string | undefined> {
  const { rows } = await client.query<{ holder: string }>(
    `SELECT ${holder} AS holder FROM pg_locks JOIN pg_stat_activity AS activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND (classid::bigint << 32) + objid::bigint = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [lockId],
  );
  return rows[0]?.holder;
}
