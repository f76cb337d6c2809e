import { z } from "zod";
import { genreSchema } from "#features/genres/schema.ts";

/** The longest texts of a book, in characters. */
export const bookLimits = { title: 200, author: 200, publisher: 120 };

/** How many books a page of a list holds. */
export const bookPageSize = 20;

/** How many books the list of the latest holds. */
export const latestBooks = 5;

/** A book as lists and its own page show it. */
export const bookSchema = z.object({
  id: z.uuid(),
  title: z.string().min(1).max(bookLimits.title),
  author: z.string().min(1).max(bookLimits.author),
  publisher: z.string().min(1).max(bookLimits.publisher).nullable(),
  genre: genreSchema,
  createdAt: z.date(),
  updatedAt: z.date(),
});

export type Book = z.infer<typeof bookSchema>;

/** Where a page of a list begins: after this book, in the order of titles. Opaque to whoever carries it. */
export const bookCursorSchema = z.string().max(2_000);

export const bookPageSchema = z.object({ books: z.array(bookSchema), next: bookCursorSchema.nullable() });

export type BookPage = z.infer<typeof bookPageSchema>;
