import { createFileRoute } from "@tanstack/react-router";
import { HomeScreen } from "#features/home/screens/home-screen.tsx";

export const Route = createFileRoute("/app/")({
  component: Home,
});

function Home() {
  const { user } = Route.useRouteContext();
  return <HomeScreen areas={user.areas} />;
}
