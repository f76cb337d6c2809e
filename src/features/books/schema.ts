import { z } from "zod";
import { genreSchema } from "#features/genres/schema.ts";
import { optionalTypedText, storedText, typedText } from "#rpc/text.ts";
import { versionedRefSchema } from "#rpc/versioned-ref.ts";

/** The longest texts of a book, in characters. */
export const bookLimits = { title: 200, author: 200, publisher: 120 };

/** How many books a page of a list holds. */
export const bookPageSize = 20;

/** How many books the list of the latest holds. */
export const latestBooksLimit = 5;

/** How many books are deleted together at most. */
const bulkDeleteLimit = 1_000;

/** How many suggestions are made at most. */
export const suggestionLimit = 10;

/** Up to how many books the result of a search is counted exactly. */
export const exactCountLimit = 10_000;

/** The form of an image's id. */
const coverId = /^[\da-f]{40}$/;

/** An uploaded cover, in pixels: its files are /files/<id>-<width>.avif and .webp, for each of the widths. */
export const bookCoverSchema = z.object({
  id: z.string().regex(coverId),
  width: z.int().positive(),
  height: z.int().positive(),
  widths: z.array(z.int().positive()).min(1).max(16),
});

export type BookCover = z.infer<typeof bookCoverSchema>;

/** A book as lists and its own page show it. `version` counts its saves. */
export const bookSchema = z.object({
  id: z.uuid(),
  title: storedText(bookLimits.title),
  author: storedText(bookLimits.author),
  publisher: storedText(bookLimits.publisher).nullable(),
  genre: genreSchema,
  /** Null where none was uploaded, and one is drawn. */
  cover: bookCoverSchema.nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int().positive(),
});

export type Book = z.infer<typeof bookSchema>;

/** What a person writes of a book. */
export const bookInputSchema = z.object({
  title: typedText(bookLimits.title, "books:errors.titleRequired"),
  author: typedText(bookLimits.author, "common:errors.required"),
  genreId: z.uuid("common:errors.required"),
  publisher: optionalTypedText(bookLimits.publisher),
  /**
   * The id of an image that `POST /api/covers` answered with; null takes the cover away. Left out, a new book has none, and
   * a saved one keeps its own, so that programs that know of no covers lose none.
   */
  coverId: z.string().regex(coverId, "books:errors.coverGone").nullable().optional(),
});

export type BookInput = z.infer<typeof bookInputSchema>;

export const bulkDeleteInputSchema = z.object({
  books: z.array(versionedRefSchema).min(1).max(bulkDeleteLimit),
});

/** What came of deleting several books: those that are left, each with the reason. */
export const bulkDeletionSchema = z.object({
  deleted: z.array(z.uuid()),
  failures: z.array(
    z.discriminatedUnion("code", [
      z.object({ id: z.uuid(), code: z.literal("NOT_FOUND") }),
      z.object({ id: z.uuid(), code: z.literal("VERSION_CONFLICT"), current: bookSchema }),
    ]),
  ),
});

export type BulkDeletion = z.infer<typeof bulkDeletionSchema>;

/** What people typed to find something: what can't be searched for counts as a space. */
const searchTermSchema = z
  .string()
  .max(200)
  .overwrite((text) => text.toWellFormed().replaceAll(/\p{Cc}/gu, " "));

/** Where a page of a list begins: behind a book, in the list's order. Opaque to whoever carries it. */
export const bookCursorSchema = z.string().max(4_000);

/** Which books a list holds, and in which order: the other direction is exactly the reverse. */
export const bookListQuerySchema = z.object({
  searchTerm: searchTermSchema.default(""),
  genreId: z.uuid().optional(),
  sort: z.enum(["title", "author", "genre", "publisher", "createdAt", "updatedAt"]).default("title"),
  direction: z.enum(["ascending", "descending"]).default("ascending"),
});

export type BookListQuery = z.infer<typeof bookListQuerySchema>;
export type BookSort = BookListQuery["sort"];

/** How many books a list holds: always exact without a search, and up to 10,000 with one. */
export const bookTotalSchema = z.object({ count: z.int().min(0), isExact: z.boolean() });

export type BookTotal = z.infer<typeof bookTotalSchema>;

export const bookPageSchema = z.object({
  books: z.array(bookSchema).max(bookPageSize),
  next: bookCursorSchema.nullable(),
  total: bookTotalSchema,
});

export type BookPage = z.infer<typeof bookPageSchema>;

/** Which of the names already used are looked for. */
export const suggestionQuerySchema = z.object({
  field: z.enum(["author", "publisher"]),
  searchTerm: searchTermSchema.default(""),
});
