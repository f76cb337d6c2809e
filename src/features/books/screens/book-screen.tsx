import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { usePreviousListSearch } from "#resource/ui/list/previous-list.ts";
import { DeletedAlert } from "#resource/ui/record/deleted-alert.tsx";
import { BackIcon } from "#ui/icons.ts";
import { PageTitle } from "#ui/page-title.tsx";
import { CoverOfBook } from "../cover/cover-of-book.tsx";
import { bookRecords } from "../queries.ts";
import { BookFacts } from "./book-facts.tsx";
import "./cover-transition.css";
import { RelatedBooks } from "./related-books.tsx";

/** App's page of one book. */
export function BookScreen({ id }: { id: string }) {
  const { t } = useTranslation("books");
  const { data: book, error } = useSuspenseQuery(bookRecords.query(id));
  const search = usePreviousListSearch("/app/books");

  return (
    <div className="book-page">
      <PageTitle>{book.title}</PageTitle>
      <DeletedAlert error={error} />
      <p className="-ms-2">
        <Link
          to="/app/books"
          search={search}
          activeOptions={{ exact: true }}
          className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-muted-foreground hover:text-foreground"
        >
          <BackIcon className="size-5" />
          {t("back")}
        </Link>
      </p>
      <article className="mt-4 grid gap-8 sm:grid-cols-[minmax(12rem,20rem)_minmax(0,1fr)] lg:gap-12">
        <div className="mx-auto w-full max-w-60 sm:max-w-none">
          <CoverOfBook
            book={book}
            size="large"
            isFirst // optional: images
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6 sm:pt-6">
          <header className="grid gap-2">
            <h1 className="font-serif text-3xl font-semibold tracking-tight text-balance lg:text-4xl">
              <bdi>{book.title}</bdi>
            </h1>
            <p className="text-lg text-muted-foreground">
              {/* Searches for the author's books. */}
              <Link
                to="/app/books"
                search={{ searchTerm: book.author }}
                activeOptions={{ exact: true }}
                className="rounded-control underline decoration-border underline-offset-4 hover:text-foreground hover:decoration-current"
              >
                <Isolated>{t("by", { author: isolate(book.author) })}</Isolated>
              </Link>
            </p>
          </header>
          <BookFacts book={book} />
        </div>
      </article>
      <div className="mt-14 grid gap-10 empty:hidden">
        <RelatedBooks book={book} state={{ list: { pathname: "/app/books", search } }} />
      </div>
    </div>
  );
}
