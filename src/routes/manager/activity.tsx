import { createFileRoute } from "@tanstack/react-router";
import { activityKinds } from "#app/activity-kinds.ts";
import { activityQuery } from "#features/activity/queries.ts";
import { ActivityScreen } from "#features/activity/screens/activity-screen.tsx";
import { activitySearch, toActivityQuery } from "#features/activity/search-params.ts";

export const Route = createFileRoute("/manager/activity")({
  ...activitySearch,
  staticData: { texts: ["activity"], breadcrumb: "activity:title" },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await queryClient.infiniteQuery({ ...activityQuery(toActivityQuery(deps)), staleTime: "static" });
  },
  component: Activity,
});

function Activity() {
  return <ActivityScreen search={Route.useSearch()} kinds={activityKinds} />;
}
