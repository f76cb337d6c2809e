import { useSuspenseQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { languageInfo } from "#i18n/languages.ts";
import type { HomePart } from "#features/home/shared/home-part.ts";
import { Suggestion, suggestionClass } from "#features/home/shared/suggestion.tsx";
import { Can } from "#rpc/can.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { SearchIcon } from "#ui/icons.ts";
import { CoverOfBook } from "../cover/cover-of-book.tsx";
import { openedBooks } from "../opened-books.ts";
import { booksByIdQuery, latestBooksQuery } from "../queries.ts";
import { BookCarousel } from "../screens/book-carousel.tsx";
import { coverTransition } from "../screens/cover-transition.ts";

/** The newest books, those that the user opened last, and a search. */
export const part: HomePart = {
  load,
  Section: NewestBooks,
  Card: OpenedBooksCard,
  Suggestion: SearchSuggestion,
};

async function load(queryClient: QueryClient, userId: string) {
  const openedIds = openedBooks(userId);
  await Promise.all([
    queryClient.query({ ...latestBooksQuery, staleTime: "static" }),
    openedIds.length > 0 && queryClient.query({ ...booksByIdQuery(openedIds), staleTime: "static" }),
  ]);
}

/** The books that were added last. */
function NewestBooks() {
  const { t } = useTranslation("books");
  const { data: books } = useSuspenseQuery(latestBooksQuery);
  if (books.length > 0)
    return (
      <BookCarousel
        title={t("newest")}
        books={books}
        all={{ label: t("back") }}
        isFirst // optional: images
      />
    );
  return (
    <div className="grid justify-items-center gap-4 rounded-surface border border-dashed border-border px-4 py-12 text-center">
      <p className="font-serif text-lg">{t("empty")}</p>
      <Can permissions={{ apps: ["manager"], book: ["create"] }}>
        <ButtonLink to="/manager/books/new">{t("new.title")}</ButtonLink>
      </Can>
    </div>
  );
}

function OpenedBooksCard({ user }: { user: { id: string } }) {
  const { t } = useTranslation("books");
  const hasBooks = useSuspenseQuery(latestBooksQuery).data.length > 0;
  const [ids] = useState(() => openedBooks(user.id));
  if (!hasBooks) return null;
  return (
    <Card title={t("continue.title")}>
      {ids.length > 0 ? (
        <OpenedBooks ids={ids} />
      ) : (
        <p className="text-muted-foreground">{t("continue.empty")}</p>
      )}
    </Card>
  );
}

function OpenedBooks({ ids }: { ids: string[] }) {
  const { t } = useTranslation("books");
  const { data: books } = useSuspenseQuery(booksByIdQuery(ids));
  if (books.length === 0) return <p className="text-muted-foreground">{t("continue.empty")}</p>;
  return (
    <ul className="-mx-2 grid gap-x-4 sm:grid-cols-2">
      {books.map((book) => (
        <li key={book.id} className="min-w-0">
          <Link
            to="/app/books/$id"
            params={{ id: book.id }}
            viewTransition={coverTransition}
            className="book-tile flex items-center gap-3 rounded-control p-2 hover:bg-muted"
          >
            <span className="block w-8 shrink-0">
              <CoverOfBook book={book} size="thumb" />
            </span>
            <span className="grid min-w-0">
              <span className="line-clamp-2 font-serif font-semibold">
                <bdi>{book.title}</bdi>
              </span>
              <span className="line-clamp-1 text-sm text-muted-foreground">
                <bdi>{book.author}</bdi>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Authors in two scripts. The one whose script isn't that of the interface is suggested. */
const authors = { ltr: "نجيب محفوظ", rtl: "Ursula K. Le Guin" };

function SearchSuggestion() {
  const { t, i18n } = useTranslation("books");
  const hasBooks = useSuspenseQuery(latestBooksQuery).data.length > 0;
  const author = authors[languageInfo(i18n.language).dir];
  if (!hasBooks) return null;
  return (
    <li>
      <Link to="/app/books" search={{ searchTerm: author }} className={`${suggestionClass} hover:bg-muted`}>
        <SearchIcon className="size-5 shrink-0 text-accent" />
        <Suggestion title={t("try.title")}>
          <Isolated>{t("try.text", { author: isolate(author) })}</Isolated>
        </Suggestion>
      </Link>
    </li>
  );
}
