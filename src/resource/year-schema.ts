import { z } from "zod";

/** A year of our era, with up to four digits. */
export const yearSchema = z.int().min(1).max(9999);
