import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";

export type Probe = {
  /** "ok" or "failing", with the reason if `describe` knows it; the log has the error. */
  health(): string;
  stop(): Promise<void>;
};

/**
 * Checks again and again whether something that the process needs works, until `stop`.
 * @param o.check throws if it doesn't work. One that takes longer than `timeoutMs` has failed
 */
export function startProbe({
  name,
  check,
  intervalMs,
  timeoutMs,
  log,
  describe,
  onFailure,
  onChange,
}: {
  /** For the log and /ready, for example "the database". */
  name: string;
  check: () => Promise<void>;
  intervalMs: number;
  timeoutMs: number;
  log: Pick<Log, "info" | "error">;
  /** The reason for an error, for /ready: without addresses and secrets. */
  describe?: (error: unknown) => string;
  /** Called after each check that failed. */
  onFailure?: () => void;
  /** Called when it stops working, and when it works again. */
  onChange?: (isWorking: boolean) => void;
}): Probe {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWorking = true;
  let reason: string | undefined;

  function update(now: boolean, error?: unknown) {
    if (now === isWorking || signal.aborted) return;
    isWorking = now;
    if (now) log.info(`${name} works again`);
    else log.error({ err: error }, `${name} doesn't work`);
    onChange?.(now);
  }

  async function run() {
    while (!signal.aborted) {
      await checkInTime(check, timeoutMs).then(
        () => update(true),
        (error: unknown) => {
          onFailure?.();
          reason = describe?.(error);
          update(false, error);
        },
      );
      await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    health() {
      if (isWorking) return "ok";
      return reason ? `failing: ${reason}` : "failing";
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function checkInTime(check: () => Promise<void>, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: timer.signal, ref: false })
    // If this process was busy or suspended, the answer may have arrived: it is handled before this.
    .then(() => setImmediate())
    .then(() => {
      throw new Error(`No answer within ${timeoutMs} ms`);
    });
  timeout.catch(() => undefined);
  try {
    await Promise.race([check(), timeout]);
  } finally {
    timer.abort();
  }
}
