import { useTranslation } from "#i18n/use-translation.tsx";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { Fact, Facts } from "#ui/display/facts.tsx";
import { LocalTime } from "#ui/display/local-time.tsx";
import type { Book } from "../schema.ts";

/** A book's genre and publisher. @param o.hasTimes whether to show when it was created and updated */
export function BookFacts({ book, hasTimes = false }: { book: Book; hasTimes?: boolean }) {
  const { t } = useTranslation("books");
  return (
    <Facts className="pt-6">
      <Fact label={t("fields.genre")}>
        <GenreTag name={book.genre.name} hue={book.genre.hue} />
      </Fact>
      {book.publisher && (
        <Fact label={t("fields.publisher")}>
          <bdi>{book.publisher}</bdi>
        </Fact>
      )}
      {hasTimes && (
        <>
          <Fact label={t("fields.created")}>
            <LocalTime value={book.createdAt} />
          </Fact>
          <Fact label={t("fields.updated")}>
            <LocalTime value={book.updatedAt} />
          </Fact>
        </>
      )}
    </Facts>
  );
}
