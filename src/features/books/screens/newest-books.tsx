import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";
import { latestBooksQuery } from "../queries.ts";
import { BookCarousel } from "./book-carousel.tsx";

/** Home's carousel of the books that were added last. @param o.canAdd whether the user may add the first book */
export function NewestBooks({ canAdd }: { canAdd: boolean }) {
  const { t } = useTranslation("books");
  const { data: books } = useSuspenseQuery(latestBooksQuery);
  if (books.length > 0)
    return <BookCarousel title={t("newest")} books={books} all={{ label: t("back") }} isFirst />;
  return (
    <div className="grid justify-items-center gap-4 rounded-surface border border-dashed border-border px-4 py-12 text-center">
      <p className="font-serif text-lg">{t("empty")}</p>
      {canAdd && <ButtonLink to="/manager/books/new">{t("new.title")}</ButtonLink>}
    </div>
  );
}
