import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "#i18n/use-translation.tsx";
import { genresQuery } from "#features/genres/queries.ts";
import type { ConflictFields } from "#resource/ui/record/save-conflict.tsx";
import { UpdateRecordScreen } from "#resource/ui/record/update-record-screen.tsx";
import { toast } from "#ui/toast/toast.ts";
import { Cover } from "../cover/cover.tsx";
import { bookRecords } from "../queries.ts";
import { BookForm, toBookDraft, toBookInput, type BookDraft } from "./book-form.tsx";

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
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const genreOf = ({ genreId }: BookDraft) => genres.find(({ id }) => id === genreId);
  return {
    title: { name: "books:fields.title" },
    author: { name: "books:fields.author" },
    publisher: { name: "books:fields.publisher" },
    genreId: { name: "books:fields.genre", show: (draft) => genreOf(draft)?.name },
    cover: {
      name: "books:cover.label",
      show: (draft) => (
        <span className="grid w-20 gap-2">
          <Cover {...draft} picture={draft.cover} hue={genreOf(draft)?.hue ?? 0} isFirst />
          {t(draft.cover ? "cover.uploadedImage" : "cover.generated")}
        </span>
      ),
    },
  };
}
