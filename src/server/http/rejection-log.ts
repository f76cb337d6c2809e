/** The statuses of requests that clients can cause without end: too slow, too many, disconnected. */
const sampledStatuses = new Set([408, 429, 499]);

const maxLines = 50;
const intervalMs = 10_000;

/** Keeps clients from filling the disk with lines on rejected requests. */
export type RejectionLog = {
  /** @returns whether a line on a request with this status is logged; others are counted, and their number is logged */
  allowsLine(status: number): boolean;
};

/** Allows the first 50 lines on rejected requests within ten seconds, and logs the number of the others after them. */
export function createRejectionLog({
  log,
}: {
  log: { warn(fields: object, message: string): void };
}): RejectionLog {
  let startedAt = -Infinity;
  let lines = 0;
  let skipped = 0;

  function logSkipped() {
    log.warn({ requests: skipped }, "more rejected requests");
    skipped = 0;
  }

  return {
    allowsLine(status) {
      if (!sampledStatuses.has(status)) return true;
      const now = performance.now();
      if (now - startedAt >= intervalMs) {
        startedAt = now;
        lines = 0;
      }
      lines += 1;
      if (lines <= maxLines) return true;
      if (skipped === 0) setTimeout(logSkipped, startedAt + intervalMs - now).unref();
      skipped += 1;
      return false;
    },
  };
}
