import { z } from "zod";
import { storedText, typedText } from "#rpc/text.ts";
import { versionedRecordSchema } from "#resource/schema.ts";

export const genreNameLimit = 60;

/** The maximum number of genres: lists by genre scan all of them. */
export const genreLimit = 500;

const hueSchema = z.int().min(0).max(359);

/** A genre. `hue` is its color, in degrees of OKLCH. */
export const genreSchema = z.object({
  id: z.uuid(),
  name: storedText(genreNameLimit),
  hue: hueSchema,
});

export type Genre = z.infer<typeof genreSchema>;

/** A genre with what its updates need. */
export const versionedGenreSchema = genreSchema.extend(versionedRecordSchema.shape);

export type VersionedGenre = z.infer<typeof versionedGenreSchema>;

/** The numbers of records that have a genre, by their feature, for example `books`. */
export const genreUsesSchema = z.record(z.string(), z.int().min(0));

/** A genre with those numbers. */
export const genreWithUsesSchema = versionedGenreSchema.extend({ uses: genreUsesSchema });

export type GenreWithUses = z.infer<typeof genreWithUsesSchema>;

/** The fields of a genre that users write. */
export const genreInputSchema = z.object({
  name: typedText(genreNameLimit, "common:errors.required"),
  hue: hueSchema,
});

export type GenreInput = z.infer<typeof genreInputSchema>;
