import { useTranslation } from "#i18n/use-translation.tsx";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { FieldFacts } from "#resource/ui/record/field-facts.tsx";
import { Fact, Facts } from "#ui/display/facts.tsx";
import type { Book } from "../schema.ts";

const publisher = { name: "books:fields.publisher" } as const;
const times = {
  createdAt: { name: "books:fields.created" },
  updatedAt: { name: "books:fields.updated" },
} as const;

/** A book's genre and publisher. @param o.hasTimes whether to show when it was created and updated */
export function BookFacts({ book, hasTimes = false }: { book: Book; hasTimes?: boolean }) {
  const { t } = useTranslation("books");
  return (
    <Facts className="pt-6">
      <Fact label={t("fields.genre")}>
        <GenreTag name={book.genre.name} hue={book.genre.hue} />
      </Fact>
      <FieldFacts record={book} fields={{ publisher }} />
      {hasTimes && <FieldFacts record={book} fields={times} />}
    </Facts>
  );
}
