import { createFileRoute } from "@tanstack/react-router";
import { NewUserScreen } from "#features/users/screens/new-user-screen.tsx";

export const Route = createFileRoute("/manager/users/new")({
  staticData: { breadcrumb: "users:new.title" },
  component: NewUserScreen,
});
