import { useTranslation } from "#i18n/use-translation.tsx";
import { NewRecordScreen } from "#resource/ui/record/new-record-screen.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookRecords } from "../queries.ts";
import { toBookInput } from "./book-draft.ts";
import { BookForm } from "./book-form.tsx";

/** Adds a book (specification, "New book and Update book"). */
export function NewBookScreen() {
  const { t } = useTranslation("books");
  return (
    <NewRecordScreen
      records={bookRecords}
      titleKey="books:new.title"
      onFailure={() => toast.error(t("new.failed"))}
      toInput={toBookInput}
      form={BookForm}
    />
  );
}
