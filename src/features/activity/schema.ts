import { z } from "zod";
import { dayRangeSchema } from "#resource/day-range.ts";
import { pageQuerySchema, pageSchema } from "#resource/schema.ts";

const valuesSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .nullable();

/** Names of actions and of kinds of things, for example `update` and `book`. */
const nameSchema = z.string().regex(/^[a-z][A-Za-z]{0,39}$/);

/** Who did what, on what, when and from where. Names are those of the time. */
export const activityEntrySchema = z.object({
  id: z.int(),
  at: z.date(),
  /** Null for people who are not signed in, and for the system. */
  actor: z.object({ id: z.uuid(), name: z.string().nullable(), email: z.string().nullable() }).nullable(),
  /** The user for whom an administrator acted. */
  actingFor: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  /** The API key that they used. */ // optional: api-keys
  key: z.object({ id: z.uuid(), name: z.string() }).nullable(), // optional: api-keys
  action: nameSchema,
  /** The kind of thing that it was done to, and the thing itself if it is one. */
  subject: z.object({ type: nameSchema, id: z.string().nullable(), name: z.string().nullable() }),
  before: valuesSchema,
  after: valuesSchema,
  clientAddress: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
});

export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** The filters of the activity, which is ordered by time, the newest first. */
export const activityQuerySchema = z.object({
  /** What a user did, what was done for them, and what was done to their account. */
  person: z.uuid().optional(),
  /** What was done with an API key. */ // optional: api-keys
  key: z.uuid().optional(), // optional: api-keys
  action: nameSchema.optional(),
  type: nameSchema.optional(),
  /** The id of a thing; with `type`. */
  subject: z.string().max(100).optional(),
  ...dayRangeSchema.shape,
});

export type ActivityQuery = z.infer<typeof activityQuerySchema>;

export const activityListInputSchema = activityQuerySchema.extend(pageQuerySchema.shape);

export const activityPageSchema = pageSchema(activityEntrySchema);

export type ActivityPage = z.infer<typeof activityPageSchema>;
