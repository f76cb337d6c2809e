/**
 * Lets a few work at once and the others wait, first come, first served: a rush then takes its time instead of waiting
 * for database connections until it fails, and never takes all of them.
 * @param limit how many work at once
 */
export function createSemaphore(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let working = 0;
  return async (work) => {
    if (working < limit) working++;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working--;
    }
  };
}
