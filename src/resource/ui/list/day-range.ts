import type { DayRange } from "../../day-range.ts";

/** The URL's parameters `from` and `to` as an operation's input, without those that aren't set. */
export function toDayRange({ from, to }: Pick<DayRange, "from" | "to">, timeZone: string): DayRange {
  return from || to ? { ...(from && { from }), ...(to && { to }), timeZone } : {};
}
