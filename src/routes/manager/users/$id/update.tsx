import { createFileRoute } from "@tanstack/react-router";
import { UpdateUserScreen } from "#features/users/screens/update-user-screen.tsx";

export const Route = createFileRoute("/manager/users/$id/update")({
  staticData: { breadcrumb: "users:update.title" },
  component: UpdateUserScreen,
});
