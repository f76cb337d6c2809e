import { createFileRoute } from "@tanstack/react-router";
import { activityKinds } from "#app/activity-kinds.ts";
import { ActivityCard } from "#features/activity/shared/activity-card.tsx";
import { userSessionsQuery } from "#features/users/queries.ts";
import { UserScreen } from "#features/users/screens/user-screen.tsx";

export const Route = createFileRoute("/manager/users/$id/")({
  loader: async ({ context, params }) => {
    await context.queryClient.infiniteQuery({ ...userSessionsQuery(params.id), staleTime: "static" });
  },
  component: User,
});

function User() {
  const { id } = Route.useParams();
  const { user } = Route.useRouteContext();
  return (
    <>
      <UserScreen key={id} id={id} isSelf={user.id === id} />
      <ActivityCard of={{ person: id }} kinds={activityKinds} />
    </>
  );
}
