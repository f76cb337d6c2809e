import { useEffect, useState } from "react";

/** The current time, updated every 30 seconds. It starts from the time of the data, so that server and browser render the same. */
export function useNow(start: number): number {
  const [elapsedMs, setElapsedMs] = useState(0);
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => setElapsedMs(performance.now() - startedAt), 30_000);
    return () => {
      clearInterval(timer);
      setElapsedMs(0);
    };
  }, [start]);
  return start + elapsedMs;
}
