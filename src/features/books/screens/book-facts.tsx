import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { formatDate } from "#i18n/formats.ts";
import type { Book } from "../schema.ts";

/** A book's genre and publisher. @param o.hasTimes whether to show when it was created and updated */
export function BookFacts({ book, hasTimes = false }: { book: Book; hasTimes?: boolean }) {
  const { t, i18n } = useTranslation("books");
  const dayOf = (time: Date) => formatDate(i18n.language, time);
  return (
    <dl className="grid grid-cols-[auto_1fr] content-start gap-x-6 gap-y-3 border-t border-border pt-6">
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
          <Fact label={t("fields.created")}>{dayOf(book.createdAt)}</Fact>
          <Fact label={t("fields.updated")}>{dayOf(book.updatedAt)}</Fact>
        </>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
