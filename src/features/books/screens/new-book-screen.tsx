import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePreviousListSearch } from "#resource/ui/list/previous-list.ts";
import { useRecordCreation } from "#resource/ui/record/use-record-creation.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookRecords } from "../queries.ts";
import { BookForm, toBookInput } from "./book-form.tsx";

/** Adds a book (specification, "New book and Update book"). */
export function NewBookScreen() {
  const { t } = useTranslation("books");
  const navigate = useNavigate();
  const form = useRecordCreation({
    records: bookRecords,
    toInput: toBookInput,
    onSaved: ({ id }) => navigate({ to: "/manager/books/$id", params: { id }, state: true }),
    onFailure: () => toast.error(t("new.failed")),
  });

  return (
    <>
      <PageTitle>{t("new.title")}</PageTitle>
      <PageHeader title={t("new.title")} />
      <BookForm {...form} submitLabel={t("new.submit")}>
        <ButtonLink to="/manager/books" search={usePreviousListSearch("/manager/books")}>
          {t("cancel")}
        </ButtonLink>
      </BookForm>
    </>
  );
}
