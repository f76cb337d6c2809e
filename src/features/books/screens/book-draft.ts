import { z } from "zod";
import type { FormValues } from "#resource/ui/record/record-form-props.ts";
import { coverSchema } from "../cover/cover-schema.ts";
import { bookInputSchema, type Book, type BookInput } from "../schema.ts";

const { title, author, genreId, publisher } = bookInputSchema.shape;

export const draftSchema = z.object({
  title,
  author,
  genreId,
  publisher,
  cover: coverSchema, // optional: images
});

/** What the form edits of a book. */
export type BookDraft = z.infer<typeof draftSchema>;

/** A book as the form's values. */
export function toBookDraft(book: Book): BookDraft {
  return {
    title: book.title,
    author: book.author,
    genreId: book.genre.id,
    publisher: book.publisher,
    cover: book.cover, // optional: images
  };
}

export const emptyValues: FormValues<BookDraft> = {
  title: "",
  author: null,
  genreId: null,
  publisher: null,
  cover: null, // optional: images
};

/** Converts a draft to the operations' input. */
export function toBookInput(draft: BookDraft): BookInput {
  return {
    title: draft.title,
    author: draft.author,
    genreId: draft.genreId,
    publisher: draft.publisher,
    coverId: draft.cover?.id ?? null, // optional: images
  };
}
