import { useEffect, useState } from "react";

const minute = 60_000;

/** The time, each minute anew, counted from when the data came: the first is the server's, so that both render the same. */
export function useNow(start: number): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const begin = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - begin), minute / 2);
    return () => {
      clearInterval(timer);
      setPassed(0);
    };
  }, [start]);
  return start + passed;
}
