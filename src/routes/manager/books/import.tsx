import { createFileRoute } from "@tanstack/react-router";
import { importFields } from "#features/books/import-fields.ts";
import { bookRecords } from "#features/books/queries.ts";
import { ImportRecordsScreen } from "#resource/ui/import/import-records-screen.tsx";

export const Route = createFileRoute("/manager/books/import")({
  staticData: { texts: ["resourceImport"], breadcrumb: "books:importBooks" },
  component: () => (
    <ImportRecordsScreen records={bookRecords} fields={importFields} titleKey="books:importBooks" />
  ),
});
