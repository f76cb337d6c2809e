import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useRefetchTopic } from "#resource/queries.ts";
import { ImportScreen } from "#resource/ui/import/import-screen.tsx";
import { usePreviousListSearch } from "#resource/ui/list/previous-list.ts";
import { importFields } from "../import-fields.ts";

/** Imports books from a CSV file, and returns to the list. */
export function ImportBooksScreen() {
  const { t } = useTranslation("books");
  const navigate = useNavigate();
  const search = usePreviousListSearch("/manager/books");
  const refetchBooks = useRefetchTopic("books");
  return (
    <ImportScreen
      title={t("importBooks")}
      fields={importFields}
      url="/api/books/imports"
      exampleUrl="/api/books/example.csv"
      onImported={async () => {
        await refetchBooks();
        await navigate({ to: "/manager/books", search });
      }}
    />
  );
}
