import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { genresQuery } from "#features/genres/queries.ts";
import { EditNotice } from "#resource/ui/record/edit-notice.tsx";
import { SaveConflict, type ConflictFields } from "#resource/ui/record/save-conflict.tsx";
import { useRecordEditing } from "#resource/ui/record/use-record-editing.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { Cover } from "../cover/cover.tsx";
import { bookQuery, bookRecords } from "../queries.ts";
import { BookForm, toBookDraft, toBookInput, type BookDraft } from "./book-form.tsx";

/** Edits a book (specification, "New book and Update book"). */
export function UpdateBookScreen({ id }: { id: string }) {
  const { t } = useTranslation("books");
  const navigate = useNavigate();
  const { data: book, error } = useSuspenseQuery({ ...bookQuery(id), staleTime: Infinity });
  const editing = useRecordEditing({
    records: bookRecords,
    record: book,
    toDraft: toBookDraft,
    toInput: toBookInput,
    onSaved: (saved) => navigate({ to: "/manager/books/$id", params: { id: saved.id }, state: true }),
    onFailure: () => toast.error(t("update.failed")),
  });

  return (
    <>
      <PageTitle>{t("update.title")}</PageTitle>
      <PageHeader title={t("update.title")} />
      <EditNotice isChanged={editing.isChanged} error={error} />
      <BookForm {...editing.form} submitLabel={t("update.submit")}>
        <ButtonLink to="/manager/books/$id" params={{ id }} state>
          {t("cancel")}
        </ButtonLink>
      </BookForm>
      <SaveConflict {...editing.conflict} fields={useConflictFields()} />
    </>
  );
}

function useConflictFields(): ConflictFields<BookDraft> {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const genreOf = ({ genreId }: BookDraft) => genres.find(({ id }) => id === genreId);
  return {
    title: { label: t("fields.title"), show: ({ title }) => title },
    author: { label: t("fields.author"), show: ({ author }) => author },
    genreId: { label: t("fields.genre"), show: (draft) => genreOf(draft)?.name },
    publisher: { label: t("fields.publisher"), show: ({ publisher }) => publisher },
    cover: {
      label: t("cover.label"),
      show: (draft) => (
        <span className="grid w-20 gap-2">
          <Cover {...draft} picture={draft.cover} hue={genreOf(draft)?.hue ?? 0} isFirst />
          {t(draft.cover ? "cover.uploadedImage" : "cover.generated")}
        </span>
      ),
    },
  };
}
