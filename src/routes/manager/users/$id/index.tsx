import { createFileRoute } from "@tanstack/react-router";
import { readerTimeZone } from "#app/page/page.ts";
import { ActivityCard } from "#features/activity/shared/activity-card.tsx";
import { userKeysQuery } from "#features/auth/keys/queries.ts";
import { UserKeysCard } from "#features/auth/keys/screens/user-keys-card.tsx";
import { userSessionsQuery } from "#features/auth/queries.ts";
import { UserSessionsCard } from "#features/auth/sessions/screens/user-sessions-card.tsx";
import { UserScreen } from "#features/users/screens/user-screen.tsx";
import { userSearch } from "#features/users/search-params.ts";
import { toDayRange } from "#resource/ui/list/day-range.ts";

export const Route = createFileRoute("/manager/users/$id/")({
  ...userSearch,
  staticData: { texts: ["authKeys"] }, // optional: api-keys
  loader: async ({ context, params, deps }) => {
    const days = toDayRange(deps, readerTimeZone(context.page));
    await Promise.all([
      context.queryClient.query({ ...userSessionsQuery(params.id, days), staleTime: "static" }),
      context.queryClient.query({ ...userKeysQuery(params.id), staleTime: "static" }), // optional: api-keys
    ]);
  },
  component: User,
});

function User() {
  const { id } = Route.useParams();
  const { user } = Route.useRouteContext();
  const isSelf = user.id === id;
  return (
    <UserScreen key={id} isSelf={isSelf}>
      <UserSessionsCard userId={id} isSelf={isSelf} search={Route.useSearch()} />
      {/* optional: api-keys */}
      <UserKeysCard userId={id} />
      {/* end: api-keys */}
      {/* optional: activity */}
      <ActivityCard of={{ person: id }} />
      {/* end: activity */}
    </UserScreen>
  );
}
