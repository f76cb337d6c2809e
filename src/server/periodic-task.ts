import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";

type PeriodicTask = {
  /** For the log, for example "Deleting old activity". */
  name: string;
  firstDelayMs: number;
  intervalMs: number;
  /** @param signal aborts when the process stops */
  run: (signal: AbortSignal) => Promise<void>;
  log: Pick<Log, "warn">;
};

/** Runs a task again and again until `stop`, which waits for it. Failures are logged, and it is tried again. */
export function startPeriodicTask(task: PeriodicTask): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function runAll() {
    for (let delayMs = task.firstDelayMs; !signal.aborted; delayMs = task.intervalMs) {
      await sleep(delayMs, undefined, { signal, ref: false });
      await task
        .run(signal)
        .catch((error: unknown) =>
          task.log.warn({ err: error }, `${task.name} failed and will be tried again`),
        );
    }
  }
  const running = runAll().catch(() => undefined); // `stop` aborts the sleep.

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
