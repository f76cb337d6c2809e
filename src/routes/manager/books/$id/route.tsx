import { createFileRoute } from "@tanstack/react-router";
import { loadRecord, RecordPages } from "#app/routing/record-route.tsx";
import { bookRecords } from "#features/books/queries.ts";
import { NotFoundScreen } from "#ui/errors/error-screen.tsx";

export const Route = createFileRoute("/manager/books/$id")({
  // After saving, the name may have changed.
  shouldReload: true,
  loader: (options) => loadRecord(bookRecords, options),
  component: () => <RecordPages records={bookRecords} />,
  // Inside the area's layout.
  notFoundComponent: NotFoundScreen,
});
