import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { activityOfDays } from "#features/activity/shared/day-links.ts";
import type { DashboardPart } from "#features/dashboard/shared/dashboard-part.ts";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { BarTable } from "#ui/charts/bar-table.tsx";
import { Card } from "#ui/display/card.tsx";
import { BookIcon } from "#ui/icons.ts";
import { CoverOfBook } from "../cover/cover-of-book.tsx";
import { booksByGenreQuery, latestBooksQuery } from "../queries.ts";

export const part: DashboardPart = {
  topic: "books",
  total: { name: "books", label: "books:title", link: { to: "/manager/books" } },
  step: {
    total: "books",
    done: 0,
    order: 2,
    icon: BookIcon,
    title: "books:title",
    text: "books:dashboard.step.text",
    actions: [
      { to: "/manager/books/new", label: "books:dashboard.step.add" },
      { to: "/manager/books/import", label: "books:dashboard.step.import" }, // optional: csv
    ],
  },
  chart: {
    name: "newBooks",
    texts: {
      title: "books:dashboard.newBooks.title",
      heading: "books:dashboard.newBooks.heading",
      count: "books:dashboard.newBooks.count",
      empty: "books:dashboard.newBooks.empty",
    },
    link: activityOfDays({ type: "book" }), // optional: activity
    tone: "warm",
  },
  cards: [BooksByGenre, LatestBooks],
  load: (queryClient: QueryClient) =>
    Promise.allSettled([
      queryClient.query({ ...booksByGenreQuery, staleTime: "static" }),
      queryClient.query({ ...latestBooksQuery, staleTime: "static" }),
    ]),
};

const allLink = "py-0.5 text-sm underline underline-offset-4";

/** The genres with most books, which lead to their books, and the other genres together. */
function BooksByGenre() {
  const { t } = useTranslation("books");
  return (
    <Card
      title={t("dashboard.byGenre.title")}
      actions={
        <Link to="/manager/genres" className={allLink}>
          {t("allGenres")}
        </Link>
      }
    >
      <Loaded query={useQuery(booksByGenreQuery)} rows={2}>
        {({ top, others }) => {
          const bars = top.map(({ id, name, hue, books }) => ({
            key: id,
            name,
            hue,
            value: books,
            link: { to: "/manager/books", search: { genre: id } } as const,
          }));
          const rest = {
            key: "others",
            name: t("dashboard.byGenre.others", { count: others.genres }),
            value: others.books,
            link: { to: "/manager/genres" } as const,
          };
          return (
            <BarTable
              label={t("dashboard.byGenre.title")}
              headings={{ name: t("fields.genre"), value: t("title") }}
              bars={others.genres > 0 ? [...bars, rest] : bars}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

/** The number of books that the card shows, of those that are loaded. */
const shownBooks = 5;

function LatestBooks() {
  const { t } = useTranslation("books");
  return (
    <Card
      title={t("latest")}
      actions={
        <Link to="/manager/books" search={{ sort: "-updatedAt" }} className={allLink}>
          {t("back")}
        </Link>
      }
    >
      <Loaded query={useQuery(latestBooksQuery)} rows={2}>
        {(books) => (
          <>
            {books.length === 0 && <p className="text-muted-foreground">{t("empty")}</p>}
            <ul>
              {books.slice(0, shownBooks).map((book) => (
                <li
                  key={book.id}
                  className="relative flex items-start gap-4 border-t border-border py-3 first:border-t-0"
                >
                  <span className="block w-8 shrink-0">
                    <CoverOfBook book={book} size="thumb" />
                  </span>
                  <span className="grid min-w-0 flex-1 wrap-anywhere">
                    <Link
                      to="/manager/books/$id"
                      params={{ id: book.id }}
                      // It covers its row.
                      className="font-serif font-semibold outline-none after:absolute after:-inset-x-2 after:inset-y-0 after:rounded-control after:outline-focus hover:after:bg-foreground/5 focus-visible:after:outline-2"
                    >
                      <bdi className="line-clamp-2">{book.title}</bdi>
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
