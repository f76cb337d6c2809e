import pg from "pg";
import { brand } from "#brand/brand.ts";
import { type Probe, startProbe } from "#server/probe.ts";
import type { Log } from "#server/log.ts";
import { measureClock } from "./clock.ts";
import type { DatabaseConnection } from "./connection.ts";
import type { Pool } from "./pool.ts";

const defaultTimes = { intervalMs: 500, timeoutMs: 3_000 };

/**
 * Watches a database on a connection of its own, because all of the pool's may wait for a slow statement or commit. While
 * the database doesn't answer, the pool is suspended: requests fail at once instead of waiting.
 */
export function watchDatabase({
  connection,
  pool,
  log,
  ...options
}: {
  connection: DatabaseConnection;
  pool: Pick<Pool, "suspend" | "resume">;
  log: Pick<Log, "info" | "error">;
  // optional: replicas
  /** For the log. */
  name?: string;
  /** Sends the statement that it has to answer. */
  ask?: ((client: pg.Client) => Promise<unknown>) | undefined;
  // end: replicas
  times?: Partial<typeof defaultTimes>;
}): Probe {
  const times = { ...defaultTimes, ...options.times };
  let client: pg.Client | undefined;

  async function ping() {
    if (!client) {
      client = new pg.Client({ ...connection, application_name: `${brand.prefix} probe`, keepAlive: true });
      client.on("error", () => undefined); // Its next query fails, too.
      await client.connect();
    }
    const answer: Promise<unknown> =
      options.ask?.(client) ?? // optional: replicas
      measureClock(client);
    await answer;
  }

  function disconnect() {
    void client?.end().catch(() => undefined);
    client = undefined;
  }

  async function check() {
    const earlier = client;
    await ping().catch(async (error: unknown) => {
      // This connection alone may have been ended, for example by a pooler. After a timeout it is no longer the current one.
      if (!earlier || client !== earlier) throw error;
      disconnect();
      await ping();
    });
  }

  const probe = startProbe({
    name:
      options.name ?? // optional: replicas
      "The database",
    ...times,
    check: () =>
      check().catch((error: unknown) => {
        if (!hasTooManyConnections(error)) throw error;
      }),
    onFailure: disconnect,
    onChange: (isWorking) => (isWorking ? pool.resume() : pool.suspend()),
    log,
  });
  return {
    ...probe,
    async stop() {
      await probe.stop();
      disconnect();
    },
  };
}

/** The database answers then, and the pool may have its connections. */
function hasTooManyConnections(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "53300";
}
