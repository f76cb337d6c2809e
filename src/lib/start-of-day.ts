import { dayOfUtcDate, utcDateOf } from "./day.ts";

const dayMs = 86_400_000;

/** The first moment of a day (YYYY-MM-DD) in a time zone, in milliseconds. A change of the clocks can move it from midnight. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = utcDateOf(day).getTime();
  const before = midnight - offsetMs(midnight - dayMs, timeZone);
  const after = midnight - offsetMs(midnight + dayMs, timeZone);
  const earlier = Math.min(before, after);
  return earlier + offsetMs(earlier, timeZone) >= midnight ? earlier : Math.max(before, after);
}

/** The first moment after a day in a time zone, in milliseconds. */
export function endOfDay(day: string, timeZone: string): number {
  const next = utcDateOf(day).getTime() + dayMs;
  return day === "9999-12-31" ? next : startOfDay(dayOfUtcDate(new Date(next)), timeZone);
}

/** How far the clocks of a time zone are ahead of UTC at a time. */
function offsetMs(timeMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(timeMs);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name.replace("\u2212", "-")) ?? [];
  const size = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return sign === "-" ? -size : size;
}
