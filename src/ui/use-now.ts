import { useEffect, useState } from "react";

const intervalMs = 30_000;

/** How far the time may be behind that of the data: all rows of a list are rendered again when it changes. */
const precisionMs = 5_000;

/**
 * The current time, updated every 30 seconds, and when data is loaded that is newer. It starts from the time of the data, so that
 * server and browser render the same.
 */
export function useNow(start: number): number {
  const [now, setNow] = useState(start);
  if (start > now + precisionMs) setNow(start);
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => setNow(start + performance.now() - startedAt), intervalMs);
    return () => clearInterval(timer);
  }, [start]);
  return now;
}
