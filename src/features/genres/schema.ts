import { z } from "zod";
import { storedText, typedText } from "#rpc/text.ts";
import { versionedRefSchema } from "#rpc/versioned-ref.ts";

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

/** A genre with the version that an update refers to. */
export const versionedGenreSchema = genreSchema.extend(versionedRefSchema.shape);

export type VersionedGenre = z.infer<typeof versionedGenreSchema>;

/** A genre, and how many books have it. */
export const genreWithCountSchema = versionedGenreSchema.extend({ books: z.int().min(0) });

export type GenreWithCount = z.infer<typeof genreWithCountSchema>;

/** What a person writes of a genre. */
export const genreInputSchema = z.object({
  name: typedText(genreNameLimit, "common:errors.required"),
  hue: hueSchema,
});

export type GenreInput = z.infer<typeof genreInputSchema>;
