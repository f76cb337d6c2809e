import { z } from "zod";
import { daySchema } from "#lib/day-schema.ts";

/** The days that the dashboard shows: today and those before it, in UTC. */
export const dashboardDays = 30;

const countSchema = z.int().min(0);

const totalSchema = z.object({
  now: countSchema,
  /** At the beginning of the first day, and at the end of each day; the last one is `now`. */
  history: z.array(countSchema).length(dashboardDays + 1),
});

const countsSchema = z.array(countSchema).length(dashboardDays);

/** The figures of the dashboard. Without those that the caller may not read. */
export const dashboardSchema = z.object({
  /** The days that the figures are of, in UTC; the last one is today. */
  days: z.array(daySchema).length(dashboardDays),
  /** Users, the sessions that have neither ended nor expired, and what features count. */
  totals: z.record(z.string(), totalSchema),
  /** Logins, and for example the books that were added on each day and still exist. */
  daily: z.record(z.string(), countsSchema),
  /** The first day that each figure knows of, in UTC. Without those that have been zero since the beginning. */
  began: z.record(z.string(), daySchema),
});

export type Dashboard = z.infer<typeof dashboardSchema>;
