import { pino } from "pino";
import type { Log } from "../src/server/log.ts";

/** A log, and its lines. */
export function recordLog(): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { log: pino({ base: undefined }, { write }), lines };
}
