import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Card } from "#ui/display/card.tsx";
import { CoverOfBook } from "../cover/cover.tsx";
import { booksByIdQuery } from "../queries.ts";
import { coverTransition } from "./cover-transition.ts";

/** Home's card of the books that the user opened last. */
export function OpenedBooksCard({ ids }: { ids: string[] }) {
  const { t } = useTranslation("books");
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
