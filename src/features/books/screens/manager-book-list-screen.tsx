import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { formatDay } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { LoadMore } from "#ui/controls/load-more.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Cover } from "../cover/cover.tsx";
import { booksQuery } from "../queries.ts";

/** Manager's books: a table on a desk, the same rows as cards on a phone. */
export function ManagerBookListScreen() {
  const { t, i18n } = useTranslation("books");
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(booksQuery);
  const books = data.pages.flatMap((page) => page.books);

  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <Heading>{t("title")}</Heading>
      {books.length === 0 ? (
        <p className="m-auto text-ink-soft">{t("empty")}</p>
      ) : (
        <div className="mt-6 overflow-hidden rounded-sheet border border-line bg-sheet">
          <table className="w-full text-start max-md:block [&_td]:px-4 [&_td]:py-2 [&_th]:px-4 [&_th]:py-3">
            <thead className="text-sm text-ink-soft max-md:sr-only">
              <tr className="[&_th]:text-start [&_th]:font-medium">
                <th scope="col" colSpan={2}>
                  {t("fields.title")}
                </th>
                <th scope="col">{t("fields.genre")}</th>
                <th scope="col" className="max-lg:hidden">
                  {t("fields.publisher")}
                </th>
                <th scope="col" className="max-xl:hidden">
                  {t("fields.updated")}
                </th>
              </tr>
            </thead>
            <tbody className="max-md:block">
              {books.map((book) => (
                <tr
                  key={book.id}
                  className="border-t border-line max-md:flex max-md:items-center max-md:first:border-t-0"
                >
                  <td className="w-16 pe-0!">
                    <span className="block w-8">
                      <Cover title={book.title} author={book.author} hue={book.genre.hue} size="thumb" />
                    </span>
                  </td>
                  <th scope="row" className="min-w-0 text-start font-normal max-md:flex-1">
                    <span className="block font-serif font-semibold">
                      <bdi>{book.title}</bdi>
                    </span>
                    <span className="block text-sm text-ink-soft">
                      <bdi>{book.author}</bdi>
                    </span>
                  </th>
                  <td className="max-sm:hidden">
                    <GenreTag name={book.genre.name} hue={book.genre.hue} />
                  </td>
                  <td className="text-sm text-ink-soft max-lg:hidden">
                    {book.publisher && <bdi>{book.publisher}</bdi>}
                  </td>
                  <td className="text-sm whitespace-nowrap text-ink-soft max-xl:hidden">
                    {formatDay(i18n.language as Language, book.updatedAt)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <LoadMore label={t("manager.loadMore")} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
      )}
    </>
  );
}
