import { z } from "zod";
import { genreSchema } from "#features/genres/schema.ts";
import { listQuerySchema, searchTermSchema, versionedRecordSchema } from "#resource/schema.ts";
import { optionalTypedText, storedText, typedText } from "#rpc/text.ts";
import { coverIdSchema, coverSchema } from "./cover/cover-schema.ts";
import { carouselLimit } from "./limits.ts";

/** The maximum lengths of a book's texts, in characters. */
export const bookLimits = { title: 200, author: 200, publisher: 120 };

export const suggestionLimit = 10;

/** For the description of the operations. */
const examples = {
  title: { examples: ["The Leopard"] },
  author: { examples: ["Giuseppe Tomasi di Lampedusa"] },
  publisher: { examples: ["Feltrinelli"] },
};

export const bookSchema = versionedRecordSchema.extend({
  title: storedText(bookLimits.title).meta(examples.title),
  author: storedText(bookLimits.author).meta(examples.author),
  publisher: storedText(bookLimits.publisher).meta(examples.publisher).nullable(),
  genre: genreSchema,
  cover: coverSchema, // optional: images
  createdAt: z.date(),
});

export type Book = z.infer<typeof bookSchema>;

/** The fields of a book that users write. */
export const bookInputSchema = z.object({
  title: typedText(bookLimits.title, "books:errors.titleRequired").meta(examples.title),
  author: typedText(bookLimits.author, "common:errors.required").meta(examples.author),
  genreId: z.uuid("common:errors.required"),
  publisher: optionalTypedText(bookLimits.publisher).meta(examples.publisher),
  coverId: coverIdSchema, // optional: images
});

export type BookInput = z.infer<typeof bookInputSchema>;

/** The filters and the order of a list. */
export const bookListQuerySchema = listQuerySchema([
  "title",
  "author",
  "genre",
  "publisher",
  "createdAt",
  "updatedAt",
]).extend({ genreId: z.uuid().optional() });

export type BookListQuery = z.infer<typeof bookListQuerySchema>;

// optional: dashboard
/** The genres that have a number of their own; the others share one. */
export const topGenresLimit = 10;

export const booksByGenreSchema = z.object({
  /** The genres with most books, in this order. */
  top: z.array(genreSchema.extend({ books: z.int().positive() })).max(topGenresLimit),
  /** The other genres that have books. */
  others: z.object({ genres: z.int().min(0), books: z.int().min(0) }),
});

export type BooksByGenre = z.infer<typeof booksByGenreSchema>;

// end: dashboard
/** Other books that a book's page shows. */
export const relatedBooksSchema = z.object({
  byAuthor: z.array(bookSchema).max(carouselLimit),
  /** Of the same genre, by other authors. */
  inGenre: z.array(bookSchema).max(carouselLimit),
});

export type RelatedBooks = z.infer<typeof relatedBooksSchema>;

export const suggestionQuerySchema = z.object({
  field: z.enum(["author", "publisher"]),
  searchTerm: searchTermSchema.default(""),
});
