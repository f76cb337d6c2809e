import { z } from "zod";
import { daySchema } from "#lib/day-schema.ts";
import { isTimeZone } from "#lib/time-zone.ts";

/** Filters by days: the first and the last, both included. */
export const dayRangeSchema = z.object({
  from: daySchema.optional(),
  to: daySchema.optional(),
  /** In which the days begin and end; UTC by default. */
  timeZone: z.string().max(64).refine(isTimeZone).optional(),
});

export type DayRange = z.infer<typeof dayRangeSchema>;
