import { checkCallers } from "#features/auth/sessions/server/check-callers.ts";
import type { Caller } from "#rpc/context.ts";
import type { Services } from "#server/services.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";
import { accessFor } from "./access.ts";

/** How often running requests are looked at, in ms, and for how long one runs before its caller is looked up again. */
const intervalMs = 1_000;

export type CallerWatch = {
  /**
   * Watches the caller of a request until `end` is called.
   * @param connection aborts when the client disconnects
   * @returns a signal that aborts then, too, or with an error when the caller may no longer do what they could
   */
  watch(caller: Caller, connection: AbortSignal): { signal: AbortSignal; end(): void };
  stop(): Promise<void>;
};

/**
 * Ends long work soon after the session or API key with which it was requested: by look-ups of all their callers in one
 * statement a second, so that it needs no notification.
 */
export function watchCallers(
  { config, database, log }: Pick<Services, "config" | "database" | "log">,
  times = { intervalMs },
): CallerWatch {
  const settings = { config, access: accessFor(config.auth.adminUserIds) };
  const watched = new Map<AbortController, { caller: Caller; since: number }>();

  async function endUnpermitted() {
    const now = performance.now();
    const due = [...watched].filter(([, { since }]) => since <= now - times.intervalMs);
    if (due.length === 0) return;
    const callers = due.map(([, { caller }]) => caller);
    const errors = await checkCallers(database.sql, settings, callers);
    for (const [controller, { caller }] of due) {
      const error = errors.get(caller);
      if (error) controller.abort(error);
    }
  }

  const task = startPeriodicTask({
    name: "Looking up the callers of running requests",
    firstDelayMs: times.intervalMs,
    intervalMs: times.intervalMs,
    run: endUnpermitted,
    log,
  });

  return {
    watch(caller, connection) {
      const controller = new AbortController();
      const { signal } = controller;
      watched.set(controller, { caller, since: performance.now() });
      connection.addEventListener("abort", () => controller.abort(connection.reason), { signal });
      if (connection.aborted) controller.abort(connection.reason);
      return { signal, end: () => void watched.delete(controller) };
    },
    stop: task.stop,
  };
}
