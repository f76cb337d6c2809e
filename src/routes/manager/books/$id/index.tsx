import { createFileRoute } from "@tanstack/react-router";
import { RecordActivity } from "#app/record-activity.tsx";
import { ManagerBookScreen } from "#features/books/screens/manager-book-screen.tsx";

export const Route = createFileRoute("/manager/books/$id/")({
  component: () => (
    <>
      <ManagerBookScreen />
      <RecordActivity type="book" />
    </>
  ),
});
