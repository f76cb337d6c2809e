import { z } from "zod";

/** A record's version: PostgreSQL's integer. */
export const versionSchema = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/** A record in the version that the caller saw. A write that names one applies to that version only. */
export const versionedRefSchema = z.object({ id: z.uuid(), version: versionSchema });

export type VersionedRef = z.infer<typeof versionedRefSchema>;
