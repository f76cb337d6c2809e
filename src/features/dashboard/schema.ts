import { z } from "zod";
import { genreSchema } from "#features/genres/schema.ts";
import { daySchema } from "#lib/day-schema.ts";

/** The days that the dashboard shows: today and those before it, in UTC. */
export const dashboardDays = 30;

/** The genres that have a bar of their own; the others share one. */
export const topGenresLimit = 10;

const countSchema = z.int().min(0);

const totalSchema = z.object({
  now: countSchema,
  /** At the beginning of the first day, and at the end of each day; the last one is `now`. */
  history: z.array(countSchema).length(dashboardDays + 1),
});

/** By day. */
const countsSchema = z.array(countSchema).length(dashboardDays);

export type Total = z.infer<typeof totalSchema>;

/** The figures of the dashboard. Null for those that the caller may not read. */
export const dashboardSchema = z.object({
  /** The days that the figures are of, in UTC; the last one is today. */
  days: z.array(daySchema).length(dashboardDays),
  books: totalSchema.nullable(),
  genres: totalSchema.nullable(),
  users: totalSchema.nullable(),
  /** The sessions that have neither ended nor expired. */
  sessions: totalSchema.nullable(),
  /** The books that were added on each day and still exist. */
  newBooks: countsSchema.nullable(),
  signIns: countsSchema.nullable(),
  booksByGenre: z
    .object({
      /** The genres with most books, in this order. */
      top: z.array(genreSchema.extend({ books: z.int().positive() })).max(topGenresLimit),
      /** The other genres that have books. */
      others: z.object({ genres: countSchema, books: countSchema }),
    })
    .nullable(),
});

export type Dashboard = z.infer<typeof dashboardSchema>;
