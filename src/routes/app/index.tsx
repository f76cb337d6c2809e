import { createFileRoute } from "@tanstack/react-router";
import { keepOffline } from "#app/routing/keep-offline.ts";
import { homeParts } from "#features/home/home-parts.ts";
import { HomeScreen } from "#features/home/screens/home-screen.tsx";

export const Route = createFileRoute("/app/")({
  ...keepOffline, // optional: offline
  loader: async ({ context: { queryClient, user } }) => {
    await Promise.all(homeParts.map(({ load }) => load(queryClient, user.id)));
  },
  component: Home,
});

function Home() {
  return <HomeScreen user={Route.useRouteContext({ select: ({ user }) => user })} />;
}
