import type { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import { createSemaphore } from "#server/limits/semaphore.ts";
import type { ServerLimits } from "./server-limits.ts";

/** The turns of one request among all that the application handles. */
export type RequestSlots = {
  /**
   * Runs a part of the request's work once a slot is free, and gives the slot back at the end of it, or after
   * `maxSlotMs`: work that takes longer is waiting for something.
   * @throws the reason of `signal` if it aborts before
   */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  /** Gives the slot back before the end of the work, which then waits for the client. */
  giveBack(): void;
  /** As `giveBack`, for what may take long: the rest of the request takes no slots. */
  leave(): void;
};

/** For what isn't the application. */
export const noSlots: RequestSlots = { run: (work) => work(), giveBack() {}, leave() {} };

/** Of the event loop, before a handler starts. */
const maxIterations = 100;

/**
 * Shares the processor between clients (docs/decisions/0070): so many of their requests are handled at once, clients take
 * turns, and before each start the event loop reads what has arrived meanwhile.
 */
export function createHandlerSlots(
  http: EventEmitter,
  { maxHandlers, maxHandlersPerClient, maxSlotMs }: ServerLimits,
) {
  const semaphore = createSemaphore(maxHandlers, maxHandlersPerClient);
  let connections = 0;
  http.on("connection", () => (connections += 1));

  /** An iteration of the event loop accepts one connection: a new client's would wait behind all others, a handler each. */
  async function acceptWaiting() {
    // The first only ends the current iteration.
    await setImmediate();
    let before = -1;
    for (let iteration = 0; connections !== before && iteration < maxIterations; iteration += 1) {
      before = connections;
      await setImmediate();
    }
  }

  return (client: string): RequestSlots => {
    let hasLeft = false;
    let release = () => {};
    return {
      async run(work, signal) {
        if (hasLeft) return await work();
        release = await semaphore.take(client, signal);
        const timer = setTimeout(release, maxSlotMs);
        try {
          await acceptWaiting();
          return await work();
        } finally {
          clearTimeout(timer);
          release();
        }
      },
      giveBack: () => release(),
      leave() {
        hasLeft = true;
        release();
      },
    };
  };
}
