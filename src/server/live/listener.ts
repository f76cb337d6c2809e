import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { DatabaseConnection } from "#server/database/connection.ts";
import type { Log } from "#server/log.ts";

/** The channel on which the database tells every instance of changes (migrations: "live"). */
const channel = "flyleaf_changes";

/** Milliseconds. */
export type ListenerTimes = {
  /** Between questions to the database whether the connection still lives. */
  question: number;
  /** What connecting, and each question, may take. */
  answer: number;
  /** Before the first attempt after a loss; each further wait is twice as long, up to `longestRetry`. */
  firstRetry: number;
  longestRetry: number;
};

const defaultTimes: ListenerTimes = {
  question: 30_000,
  answer: 10_000,
  firstRetry: 250,
  longestRetry: 15_000,
};

export type Listener = {
  /** "ok", or "failing: " and why. */
  health(): string;
  stop(): Promise<void>;
};

/**
 * Hears what the database tells of, on one connection beside the pool, until `stop`. A lost connection is made again.
 * @param onListening called whenever listening begins: what was told before that was not heard
 */
export function listen({
  connection,
  log,
  onNews,
  onListening,
  ...options
}: {
  connection: DatabaseConnection;
  log: Pick<Log, "info" | "warn">;
  onNews: (payload: string) => void;
  onListening: () => void;
  times?: Partial<ListenerTimes>;
}): Listener {
  const times = { ...defaultTimes, ...options.times };
  const stopping = new AbortController();
  let isListening = false;
  let isLossLogged = false;

  async function run() {
    for (
      let wait = times.firstRetry;
      !stopping.signal.aborted;
      wait = Math.min(wait * 2, times.longestRetry)
    ) {
      try {
        await hear(() => (wait = times.firstRetry));
      } catch (error) {
        if (!isLossLogged && !stopping.signal.aborted)
          log.warn({ err: error }, "Changes are not heard of: the database is asked again until they are");
        isLossLogged = true;
      }
      isListening = false;
      await sleep(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  /** One connection's life. @throws why it ended, unless it was to */
  async function hear(onHeard: () => void) {
    const client = new pg.Client({
      ...connection,
      application_name: "flyleaf changes",
      connectionTimeoutMillis: times.answer,
      query_timeout: times.answer,
      keepAlive: true,
    });
    const over = Promise.withResolvers<void>();
    // It may end before anyone waits for it.
    over.promise.catch(() => undefined);
    client.on("error", over.reject);
    client.on("end", () => over.reject(new Error("The connection ended")));
    client.on("notification", ({ payload }) => onNews(payload ?? ""));
    const end = () => over.resolve();
    stopping.signal.addEventListener("abort", end);
    let questions: NodeJS.Timeout | undefined;
    try {
      await Promise.race([client.connect(), over.promise]);
      await client.query(`LISTEN ${channel}`);
      questions = setInterval(() => void client.query("SELECT 1").catch(over.reject), times.question);
      onHeard();
      isListening = true;
      if (isLossLogged) log.info("Changes are heard of again");
      isLossLogged = false;
      onListening();
      await over.promise;
    } finally {
      clearInterval(questions);
      stopping.signal.removeEventListener("abort", end);
      // One that is broken does not say goodbye.
      await Promise.race([client.end().catch(() => undefined), sleep(1_000, undefined, { ref: false })]);
    }
  }

  const running = run();
  return {
    health: () => (isListening ? "ok" : "failing: changes in the database are not heard of"),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
