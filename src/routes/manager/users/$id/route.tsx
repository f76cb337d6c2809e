import { createFileRoute } from "@tanstack/react-router";
import { loadRecord, RecordPages } from "#app/routing/record-route.tsx";
import { userRecords } from "#features/users/queries.ts";
import { NotFoundScreen } from "#ui/errors/error-screen.tsx";

export const Route = createFileRoute("/manager/users/$id")({
  // After saving, the name may have changed.
  shouldReload: true,
  loader: (options) => loadRecord(userRecords, options),
  component: () => <RecordPages records={userRecords} />,
  // Inside the area's layout.
  notFoundComponent: NotFoundScreen,
});
