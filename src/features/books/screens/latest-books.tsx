import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { Card } from "#ui/display/card.tsx";
import { CoverOfBook } from "../cover/cover.tsx";
import { latestBooksQuery } from "../queries.ts";

/** The number of books that the card shows: App shows more. */
const shownBooks = 5;

/** The dashboard's card of the latest books. */
export function LatestBooks() {
  const { t } = useTranslation("books");
  return (
    <Card title={t("latest")}>
      <Loaded query={useQuery(latestBooksQuery)} rows={2}>
        {(books) => (
          <>
            {books.length === 0 && <p className="text-muted-foreground">{t("empty")}</p>}
            <ul>
              {books.slice(0, shownBooks).map((book) => (
                <li
                  key={book.id}
                  className="flex items-start gap-4 border-t border-border py-3 first:border-t-0"
                >
                  <span className="block w-8 shrink-0">
                    <CoverOfBook book={book} size="thumb" />
                  </span>
                  <span className="grid min-w-0 flex-1 wrap-anywhere">
                    <Link
                      to="/manager/books/$id"
                      params={{ id: book.id }}
                      className="font-serif font-semibold hover:underline"
                    >
                      <bdi>{book.title}</bdi>
                    </Link>
                    <span className="text-sm text-muted-foreground">
                      <bdi>{book.author}</bdi>
                    </span>
                    <span className="mt-1">
                      <GenreTag name={book.genre.name} hue={book.genre.hue} />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}
