import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "./connect.ts";

/**
 * Runs a task at once after this process's transactions, and regularly for what single statements and other processes have
 * written, until `stop`, which waits for it.
 * @param o.pauseMs between two runs, so that the work of many transactions is done together
 */
export function startAfterCommits({
  database,
  intervalMs,
  pauseMs,
  run,
}: {
  database: Pick<Database, "onCommit">;
  intervalMs: number;
  pauseMs: number;
  /** Handles its failures. @param signal aborts at `stop` */
  run: (signal: AbortSignal) => Promise<void>;
}): { wake(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let wakeUp = Promise.withResolvers<void>();
  const wake = () => wakeUp.resolve();
  database.onCommit(wake);

  async function runAll() {
    while (!signal.aborted) {
      wakeUp = Promise.withResolvers();
      await run(signal);
      await sleep(pauseMs, undefined, { ref: false });
      const timer = setTimeout(wake, intervalMs).unref();
      if (!signal.aborted) await wakeUp.promise;
      clearTimeout(timer);
    }
  }
  const running = runAll();

  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };
}
