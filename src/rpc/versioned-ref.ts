import { z } from "zod";

/** A record in the version that the caller saw. A write that names one applies to that version only. */
export const versionedRefSchema = z.object({ id: z.uuid(), version: z.int().positive() });

export type VersionedRef = z.infer<typeof versionedRefSchema>;
