export type Semaphore = {
  /**
   * Waits until fewer than `limit` slots are taken. Each client's slots are given out in the order of its calls, and waiting
   * clients take turns.
   * @returns a function that gives the slot back; calling it again does nothing
   * @throws the reason of `signal` if it aborts first
   */
  take(client: string, signal?: AbortSignal): Promise<() => void>;
  /** Runs the task in a slot. */
  run<Result>(task: () => Promise<Result>, client?: string): Promise<Result>;
};

/**
 * Limits how many tasks run at once. Under load, tasks then queue here instead of taking every database connection
 * or timing out while they wait for one. A task must not wait for its client: receive a body before.
 */
export function createSemaphore(limit: number, perClient = limit): Semaphore {
  /** The waiting tasks of each client. The client whose turn is next comes first. */
  const queues = new Map<string, (() => void)[]>();
  const runningOf = new Map<string, number>();
  let running = 0;

  function startNext() {
    if (running >= limit) return;
    for (const [client, queue] of queues) {
      const own = runningOf.get(client) ?? 0;
      if (own >= perClient) continue;
      const start = queue.shift();
      queues.delete(client);
      if (queue.length > 0) queues.set(client, queue);
      runningOf.set(client, own + 1);
      running += 1;
      return start?.();
    }
  }

  function end(client: string) {
    const own = runningOf.get(client) ?? 0;
    if (own > 1) runningOf.set(client, own - 1);
    else runningOf.delete(client);
    running -= 1;
    startNext();
  }

  function leaveQueue(client: string, start: () => void) {
    const others = queues.get(client)?.filter((other) => other !== start) ?? [];
    if (others.length > 0) queues.set(client, others);
    else queues.delete(client);
  }

  async function take(client: string, signal?: AbortSignal) {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        leaveQueue(client, start);
        reject(signal?.reason as Error);
      };
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      signal?.addEventListener("abort", leave, { once: true });
      const queue = queues.get(client);
      if (queue) queue.push(start);
      else queues.set(client, [start]);
      startNext();
    });
    let isTaken = true;
    return () => {
      if (isTaken) end(client);
      isTaken = false;
    };
  }

  return {
    take,
    async run(task, client = "") {
      const giveBack = await take(client);
      try {
        return await task();
      } finally {
        giveBack();
      }
    },
  };
}
