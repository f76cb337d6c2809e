import { createFileRoute } from "@tanstack/react-router";
import { readerTimeZone } from "#app/page/page.ts";
import { activityQuery } from "#features/activity/queries.ts";
import { ActivityScreen } from "#features/activity/screens/activity-screen.tsx";
import { userRecords } from "#features/users/queries.ts";
import { activitySearch, toActivityQuery } from "#features/activity/search-params.ts";
import { leaveFailureToList } from "#resource/ui/list/leave-failure-to-list.ts";

export const Route = createFileRoute("/manager/activity")({
  ...activitySearch,
  staticData: { texts: ["activity"], breadcrumb: "activity:title" },
  loader: async ({ context: { queryClient, page }, deps }) => {
    const query = activityQuery(toActivityQuery(deps, readerTimeZone(page)));
    const list = leaveFailureToList(queryClient.infiniteQuery({ ...query, staleTime: "static" }));
    const person =
      deps.person && queryClient.query({ ...userRecords.query(deps.person), staleTime: "static" });
    // A person who was deleted has activity, too.
    await Promise.all([list, Promise.resolve(person).catch(() => {})]);
  },
  component: Activity,
});

function Activity() {
  return <ActivityScreen search={Route.useSearch()} />;
}
