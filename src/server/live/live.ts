import type { DatabaseConnection } from "#server/database/connection.ts";
import type { Log } from "#server/log.ts";
import { createHub, type CheckSessions, type Hub } from "./hub.ts";
import { listen } from "./listener.ts";

export type Live = Pick<Hub, "open"> & {
  /** "ok", or "failing: " and why: pages are then up to date only as far as they ask. */
  health(): string;
  stop(): Promise<void>;
};

/** Tells open pages what changes in the database, whoever changes it (docs/decisions/0017-live-updates.md). */
export function startLive({
  connection,
  check,
  log,
}: {
  connection: DatabaseConnection;
  check: CheckSessions;
  log: Pick<Log, "info" | "warn">;
}): Live {
  const hub = createHub({ check, log });
  const listener = listen({ connection, log, onNews: hub.hear, onListening: hub.startHearing });
  return {
    open: hub.open,
    health: listener.health,
    async stop() {
      hub.close();
      await listener.stop();
    },
  };
}
