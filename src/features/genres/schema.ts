import { z } from "zod";
import { storedText, typedText } from "#rpc/text.ts";

/** The longest name of a genre, in characters. */
const genreNameLimit = 60;

/** How many genres there can be: lists of books walk over all of them. */
export const genreLimit = 500;

const hueSchema = z.int().min(0).max(359);

/** A genre as lists and books carry it. `hue` is its colour, in degrees of the OKLCH circle. */
export const genreSchema = z.object({
  id: z.uuid(),
  name: storedText(genreNameLimit),
  hue: hueSchema,
});

export type Genre = z.infer<typeof genreSchema>;

/** Which genre somebody saw, and in which version: any save since then makes it another one. */
export const seenGenreSchema = z.object({ id: z.uuid(), version: z.int().positive() });

/** A genre as who changes it needs it. */
export const savedGenreSchema = genreSchema.extend(seenGenreSchema.shape);

export type SavedGenre = z.infer<typeof savedGenreSchema>;

export type SeenGenre = z.infer<typeof seenGenreSchema>;

/** A genre, and how many books have it. */
export const countedGenreSchema = savedGenreSchema.extend({ books: z.int().min(0) });

export type CountedGenre = z.infer<typeof countedGenreSchema>;

/** What a person writes of a genre. */
export const genreInputSchema = z.object({
  name: typedText(genreNameLimit, "common:errors.required"),
  hue: hueSchema,
});

export type GenreInput = z.infer<typeof genreInputSchema>;
