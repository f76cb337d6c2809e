import { z } from "zod";

/** A calendar day as YYYY-MM-DD, from year 1 to 9999. Not in day.ts, which pages without forms load. */
export const daySchema = z.iso.date().refine((day) => !day.startsWith("0000"));
