import { and, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { endOfDay, startOfDay } from "#lib/start-of-day.ts";
import type { DayRange } from "../../day-range.ts";

/** The condition that a time is on one of the days of a range. */
export function isWithinDays(column: AnyPgColumn, { from, to, timeZone = "UTC" }: DayRange): SQL | undefined {
  return and(
    from === undefined ? undefined : sql`${column} >= ${time(startOfDay(from, timeZone))}`,
    to === undefined ? undefined : sql`${column} < ${time(endOfDay(to, timeZone))}`,
  );
}

/** Not as a text: PostgreSQL and JavaScript write years before 1 and after 9999 differently. */
function time(ms: number): SQL {
  return sql`to_timestamp(${ms / 1_000}::double precision)`;
}
