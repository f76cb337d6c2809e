import { createFileRoute } from "@tanstack/react-router";
import { UpdateUserScreen } from "#features/users/screens/update-user-screen.tsx";

export const Route = createFileRoute("/manager/users/$id/update")({
  staticData: { breadcrumb: "users:update.title" },
  component: UpdateUser,
});

function UpdateUser() {
  const { id } = Route.useParams();
  return <UpdateUserScreen key={id} id={id} />;
}
