import { Link, type LinkProps } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { ForwardIcon } from "#ui/icons.ts";
import type { Book } from "../schema.ts";
import { BookTile } from "./book-tile.tsx";
import "./book-carousel.css";

type BookCarouselProps = {
  title: ReactNode;
  /** At most `carouselLimit`. */
  books: readonly Book[];
  /** A link to App's list of all of them: its text, and the list's search. */
  all?: { label: string; search?: { searchTerm?: string; genre?: string } } | undefined;
  /** Whether it is visible before scrolling. */
  isFirst?: boolean;
  state?: NonNullable<LinkProps["state"]>;
};

/** A row of books with a heading. On narrow screens it scrolls. */
export function BookCarousel({ title, books, all, isFirst = false, state = {} }: BookCarouselProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-4">
      <header className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="min-w-0 font-serif text-xl font-semibold">
          {title}
        </h2>
        {all && (
          <Link
            to="/app/books"
            search={all.search ?? {}}
            className="-mx-2 inline-flex min-h-control shrink-0 items-center gap-1 rounded-control px-2 text-sm font-medium text-muted-foreground hover:text-foreground"
          >
            {all.label}
            <ForwardIcon className="size-4" />
          </Link>
        )}
      </header>
      <ul aria-labelledby={id} className="book-carousel">
        {books.map((book) => (
          <li key={book.id}>
            <BookTile book={book} isFirst={isFirst} state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
