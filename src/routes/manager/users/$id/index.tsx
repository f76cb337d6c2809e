import { createFileRoute } from "@tanstack/react-router";
import { activityKinds } from "#app/activity-kinds.ts";
import { readerTimeZone } from "#app/page.ts";
import { ActivityCard } from "#features/activity/shared/activity-card.tsx";
import { userSessionsQuery } from "#features/users/queries.ts";
import { UserScreen } from "#features/users/screens/user-screen.tsx";

import { userSearch } from "#features/users/search-params.ts";
import { toDayRange } from "#resource/ui/list/day-range.ts";

export const Route = createFileRoute("/manager/users/$id/")({
  ...userSearch,
  loader: async ({ context, params, deps }) => {
    const days = toDayRange(deps, readerTimeZone(context.page));
    await context.queryClient.infiniteQuery({ ...userSessionsQuery(params.id, days), staleTime: "static" });
  },
  component: User,
});

function User() {
  const { id } = Route.useParams();
  const { user } = Route.useRouteContext();
  return (
    <UserScreen key={id} id={id} search={Route.useSearch()} isSelf={user.id === id}>
      <ActivityCard of={{ person: id }} kinds={activityKinds} />
    </UserScreen>
  );
}
