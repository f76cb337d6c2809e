import { createFileRoute } from "@tanstack/react-router";
import { usersQuery } from "#features/users/queries.ts";
import { UserListScreen } from "#features/users/screens/user-list-screen.tsx";
import { userListSearch } from "#features/users/search-params.ts";
import { leaveFailureToList } from "#resource/ui/list/leave-failure-to-list.ts";

export const Route = createFileRoute("/manager/users/")({
  ...userListSearch,
  loader: async ({ context: { queryClient }, deps }) => {
    await leaveFailureToList(queryClient.infiniteQuery({ ...usersQuery(deps), staleTime: "static" }));
  },
  component: Users,
});

function Users() {
  return <UserListScreen search={Route.useSearch()} />;
}
