import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useCreateRecord } from "#resource/queries.ts";
import { usePreviousListSearch } from "#resource/ui/list/previous-list.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookRecords } from "../queries.ts";
import { BookForm, toBookInput, type BookDraft } from "./book-form.tsx";

/** Adds a book (specification, "New book and Update book"). */
export function NewBookScreen() {
  const { t } = useTranslation(["books", "resource"]);
  const navigate = useNavigate();
  const { mutateAsync } = useCreateRecord(bookRecords);

  async function create(draft: BookDraft) {
    const { id } = await mutateAsync(toBookInput(draft));
    toast.success(t("resource:saved"));
    await navigate({ to: "/manager/books/$id", params: { id }, state: true });
  }

  return (
    <>
      <PageTitle>{t("new.title")}</PageTitle>
      <PageHeader title={t("new.title")} />
      <BookForm
        submitLabel={t("new.submit")}
        onSubmit={create}
        onFailure={() => toast.error(t("new.failed"))}
      >
        <ButtonLink to="/manager/books" search={usePreviousListSearch("/manager/books")}>
          {t("cancel")}
        </ButtonLink>
      </BookForm>
    </>
  );
}
