import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "#i18n/use-translation.tsx";
import { genresQuery } from "#features/genres/queries.ts";
import type { ConflictFields } from "#resource/ui/record/save-conflict.tsx";
import { UpdateRecordScreen } from "#resource/ui/record/update-record-screen.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookRecords } from "../queries.ts";
import { toBookDraft, toBookInput, type BookDraft } from "./book-draft.ts";
import { BookForm } from "./book-form.tsx";
import { coverConflict } from "./cover-conflict.tsx";

/** Edits a book (specification, "New book and Update book"). */
export function UpdateBookScreen() {
  const { t } = useTranslation("books");
  return (
    <UpdateRecordScreen
      records={bookRecords}
      titleKey="books:update.title"
      onFailure={() => toast.error(t("update.failed"))}
      toDraft={toBookDraft}
      toInput={toBookInput}
      form={BookForm}
      fields={useBookFields()}
    />
  );
}

function useBookFields(): ConflictFields<BookDraft> {
  const { data: genres } = useSuspenseQuery(genresQuery);
  return {
    title: { name: "books:fields.title" },
    author: { name: "books:fields.author" },
    publisher: { name: "books:fields.publisher" },
    genreId: {
      name: "books:fields.genre",
      show: ({ genreId }) => genres.find(({ id }) => id === genreId)?.name,
    },
    cover: coverConflict, // optional: images
  };
}
