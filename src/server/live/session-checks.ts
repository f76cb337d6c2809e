import type { Log } from "#server/log.ts";

/** The topics that a session may read. */
export type SessionAccess = { topics: readonly string[] };

/** Looks up sessions by id; those that have ended are missing in the result. */
export type FindSessionAccess = (ids: string[]) => Promise<Map<string, SessionAccess>>;

const batchSize = 500;

/** Looks sessions up, one batch at a time, and each session once, however many notifications ask for it meanwhile. */
export function startSessionChecks({
  findSessionAccess,
  onFound,
  log,
}: {
  findSessionAccess: FindSessionAccess;
  onFound: (ids: string[], found: Map<string, SessionAccess>) => void;
  log: Pick<Log, "warn">;
}) {
  const waiting = new Set<string>();
  let isRunning = false;

  async function run() {
    isRunning = true;
    try {
      while (waiting.size > 0) {
        const ids = [...waiting].slice(0, batchSize);
        for (const id of ids) waiting.delete(id);
        onFound(ids, await findSessionAccess(ids));
      }
    } catch (error) {
      waiting.clear(); // The hub asks for all of them regularly.
      log.warn({ err: error }, "The sessions of open pages could not be looked up");
    } finally {
      isRunning = false;
    }
  }

  return {
    add(ids: string[]) {
      for (const id of ids) waiting.add(id);
      if (!isRunning) void run();
    },
  };
}
