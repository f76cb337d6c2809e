import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { Card } from "#ui/display/card.tsx";
import { CoverOfBook } from "../cover/cover.tsx";
import { latestBooksQuery } from "../queries.ts";

/** The dashboard's card of the latest books. */
export function LatestBooks() {
  const { t } = useTranslation("books");
  const { data: books } = useSuspenseQuery(latestBooksQuery);
  return (
    <Card title={t("latest")}>
      {books.length === 0 && <p className="text-muted-foreground">{t("empty")}</p>}
      <ul>
        {books.map((book) => (
          <li key={book.id} className="flex items-center gap-4 border-t border-border py-2 first:border-t-0">
            <span className="block w-8 shrink-0">
              <CoverOfBook book={book} size="thumb" />
            </span>
            <span className="grid min-w-0 flex-1">
              <span className="font-serif font-semibold">
                <bdi>{book.title}</bdi>
              </span>
              <span className="text-sm text-muted-foreground">
                <bdi>{book.author}</bdi>
              </span>
            </span>
            <GenreTag name={book.genre.name} hue={book.genre.hue} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
