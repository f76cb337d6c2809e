export type Semaphore = {
  /**
   * Runs the task once fewer than `limit` others are running. Each client's tasks start in the order of their calls, and
   * waiting clients take turns.
   */
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

  return {
    async run(task, client = "") {
      await new Promise<void>((start) => {
        const queue = queues.get(client);
        if (queue) queue.push(start);
        else queues.set(client, [start]);
        startNext();
      });
      try {
        return await task();
      } finally {
        end(client);
      }
    },
  };
}
