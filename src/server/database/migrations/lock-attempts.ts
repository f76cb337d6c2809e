import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";
import { isLockConflict } from "../postgres-errors.ts";
import { watchWaits } from "./waits.ts";

export type LockOptions = {
  log?: Pick<Log, "warn"> | undefined;
  times?: Partial<typeof defaultTimes> | undefined;
};

const defaultTimes = {
  /** For how long each lock is waited for. Requests that use the table wait behind it, so it must be short. */
  lockMs: 1_000,
  /** The pause after the first attempt, in which requests go on. Later ones are longer, up to the maximum. */
  pauseMs: 5_000,
  maxPauseMs: 30_000,
  giveUpMs: 600_000,
};

/**
 * Prepares a connection for a migration, which takes any time, but waits only shortly for locks.
 * @param pool has another connection, which watches what the first one waits for
 * @returns does some work. If it doesn't get its locks, it is done again after a pause, and the log says who has them. With
 * `isWaiting`, it waits for them as long as it takes
 */
export async function openLockAttempts(
  client: pg.ClientBase,
  pool: Pick<pg.Pool, "query">,
  { log, ...o }: LockOptions,
) {
  const times = { ...defaultTimes, ...o.times };
  await client.query("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const pid = rows[0]?.pid ?? 0;

  return async <Result>(
    name: string,
    work: () => Promise<Result>,
    { isWaiting = false } = {},
  ): Promise<Result> => {
    const startedAt = performance.now();
    let waitsFor = "";
    const stopWatching = watchWaits(pool, pid, (text) => {
      if (text !== waitsFor) log?.warn({ waitsFor: text }, `${name} waits for a lock`);
      waitsFor = text;
    });
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await client.query(`SET lock_timeout = ${isWaiting ? 0 : times.lockMs}`);
          return await work();
        } catch (error) {
          if (!isLockConflict(error)) throw error;
          await client.query("ROLLBACK");
          if (performance.now() - startedAt > times.giveUpMs)
            throw new StartError(
              `${name} didn't get its locks: it waits for ${waitsFor || "what another process has"}.`,
              { cause: error },
            );
          const pauseMs = Math.min(attempt * times.pauseMs, times.maxPauseMs);
          log?.warn({ waitsFor }, `${name} lets others go on, and is tried again in ${pauseMs / 1_000} s`);
          await sleep(pauseMs);
        }
      }
    } finally {
      stopWatching();
    }
  };
}
