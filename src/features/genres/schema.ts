import { z } from "zod";

/** The longest name of a genre, in characters. */
const genreNameLimit = 60;

/** A genre as lists and books carry it. `hue` is its colour, in degrees of the OKLCH circle. */
export const genreSchema = z.object({
  id: z.uuid(),
  name: z.string().min(1).max(genreNameLimit),
  hue: z.int().min(0).max(359),
});
