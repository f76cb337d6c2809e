import { useSuspenseQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { relatedBooksQuery } from "../queries.ts";
import { carouselLimit } from "../limits.ts";
import type { Book } from "../schema.ts";
import { BookCarousel } from "./book-carousel.tsx";

/** Carousels of other books by the author and in the genre of a book. Those without books are hidden. */
export function RelatedBooks({ book, state }: { book: Book; state: NonNullable<LinkProps["state"]> }) {
  const { t } = useTranslation("books");
  const { data } = useSuspenseQuery(relatedBooksQuery(book.id));
  const { author, genre } = book;
  const carousels = [
    { title: t("moreBy", { author: isolate(author) }), books: data.byAuthor, search: { searchTerm: author } },
    { title: t("moreIn", { genre: isolate(genre.name) }), books: data.inGenre, search: { genre: genre.id } },
  ];
  return carousels
    .filter(({ books }) => books.length > 0)
    .map(({ title, books, search }) => (
      <BookCarousel
        key={title}
        title={<Isolated>{title}</Isolated>}
        books={books}
        all={books.length === carouselLimit ? { label: t("all"), search } : undefined}
        state={state}
      />
    ));
}
