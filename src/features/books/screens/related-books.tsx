import { useSuspenseQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { relatedBooksQuery } from "../queries.ts";
import { type Book, shelfLimit } from "../schema.ts";
import { BookShelf } from "./book-shelf.tsx";

/** Shelves of other books by the author and in the genre of a book. Those without books are hidden. */
export function RelatedBooks({ book, state }: { book: Book; state: NonNullable<LinkProps["state"]> }) {
  const { t } = useTranslation("books");
  const { data } = useSuspenseQuery(relatedBooksQuery(book.id));
  const { author, genre } = book;
  const shelves = [
    { title: t("moreBy", { author: isolate(author) }), books: data.byAuthor, search: { searchTerm: author } },
    { title: t("moreIn", { genre: isolate(genre.name) }), books: data.inGenre, search: { genre: genre.id } },
  ];
  return shelves
    .filter(({ books }) => books.length > 0)
    .map(({ title, books, search }) => (
      <BookShelf
        key={title}
        title={<Isolated>{title}</Isolated>}
        books={books}
        all={books.length === shelfLimit ? { label: t("all"), search } : undefined}
        state={state}
      />
    ));
}
