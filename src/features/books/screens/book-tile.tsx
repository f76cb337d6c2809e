import { Link, type LinkProps } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { CoverOptions } from "../cover/cover.tsx";
import { CoverOfBook } from "../cover/cover-of-book.tsx";
import type { Book } from "../schema.ts";
import { coverTransition } from "./cover-transition.ts";

type BookTileProps = {
  book: Book;
  state: NonNullable<LinkProps["state"]>;
} & CoverOptions;

/** A book's cover, title and author, which link to its page in App. */
export function BookTile({ book, state, ...cover }: BookTileProps) {
  const { t } = useTranslation("books");
  return (
    <Link
      to="/app/books/$id"
      params={{ id: book.id }}
      state={state}
      viewTransition={coverTransition}
      className="book-tile group block rounded-control"
    >
      <CoverOfBook book={book} {...cover} />
      <span className="mt-3 block font-serif font-semibold text-balance group-hover:underline">
        <bdi className="line-clamp-3">{book.title}</bdi>
      </span>
      <span className="mt-1 line-clamp-2 text-sm wrap-anywhere text-muted-foreground">
        <Isolated>{t("by", { author: isolate(book.author) })}</Isolated>
      </span>
    </Link>
  );
}
