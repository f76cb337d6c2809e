import { z } from "zod";

/** Another record that a field refers to. */
export const referenceSchema = z.object({ id: z.uuid(), name: z.string() });

export type Reference = z.infer<typeof referenceSchema>;

/** The text of a field that refers to a record which was deleted meanwhile. */
export const referenceGone = "resource:gone";
