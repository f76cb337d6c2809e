export type Semaphore = {
  /** Runs the task once fewer than `limit` others are running; tasks start in the order of their calls. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
};

/**
 * Limits how many tasks run at once. Under load, tasks then queue here instead of taking every database connection
 * or timing out while they wait for one.
 */
export function createSemaphore(limit: number): Semaphore {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(task) {
      if (running < limit) running++;
      else await new Promise<void>((start) => queue.push(start));
      try {
        return await task();
      } finally {
        const startNext = queue.shift();
        if (startNext) startNext();
        else running--;
      }
    },
  };
}
