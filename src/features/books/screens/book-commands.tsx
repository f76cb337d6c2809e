import { CoverOfBook } from "../cover/cover-of-book.tsx";
import { bookRecords } from "../queries.ts";
import type { Book } from "../schema.ts";

/** Books by title and author, for the command palette. */
export const bookCommands = {
  ...bookRecords,
  hintOf: ({ author }: Book) => author,
  iconOf: (book: Book) => () => (
    <span className="w-5">
      <CoverOfBook
        book={book}
        size="thumb"
        isFirst // optional: images
      />
    </span>
  ),
};
