import { createFileRoute } from "@tanstack/react-router";
import { ImportScreen } from "#features/books/screens/import/import-screen.tsx";

export const Route = createFileRoute("/manager/books/import")({
  staticData: { texts: ["booksImport"], breadcrumb: "booksImport:title" },
  component: ImportScreen,
});
