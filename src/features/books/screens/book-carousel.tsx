import { Link, type LinkProps } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { ForwardIcon } from "#ui/icons.ts";
import type { CoverOptions } from "../cover/cover.tsx";
import type { Book } from "../schema.ts";
import { BookTile } from "./book-tile.tsx";

type BookCarouselProps = {
  title: ReactNode;
  /** At most `carouselLimit`. */
  books: readonly Book[];
  /** A link to App's list of all of them: its text, and the list's search. */
  all?: { label: string; search?: { searchTerm?: string; genre?: string } } | undefined;
  state?: NonNullable<LinkProps["state"]>;
} & CoverOptions;

/** A row of books with a heading. On narrow screens it scrolls. */
export function BookCarousel({ title, books, all, state = {}, ...cover }: BookCarouselProps) {
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
      {/* Six columns, of which narrow screens show some. The padding is for shadows, the rise of a cover and focus rings. */}
      <ul
        aria-labelledby={id}
        className="-mx-4 -mt-2 -mb-6 grid snap-x snap-proximity scroll-px-4 grid-cols-[repeat(6,minmax(9rem,1fr))] gap-4 overflow-x-auto px-4 pt-2 pb-6 [scrollbar-width:thin] sm:gap-5"
      >
        {books.map((book) => (
          <li key={book.id} className="min-w-0 snap-start">
            <BookTile book={book} state={state} {...cover} />
          </li>
        ))}
      </ul>
    </section>
  );
}
