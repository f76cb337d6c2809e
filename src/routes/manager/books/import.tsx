import { createFileRoute } from "@tanstack/react-router";
import { ImportBooksScreen } from "#features/books/screens/import-books-screen.tsx";

export const Route = createFileRoute("/manager/books/import")({
  staticData: { texts: ["resourceImport"], breadcrumb: "books:importBooks" },
  component: ImportBooksScreen,
});
