import { createFileRoute } from "@tanstack/react-router";
import { latestBooksQuery } from "#features/books/queries.ts";
import { LatestBooks } from "#features/books/screens/latest-books.tsx";
import { DashboardScreen } from "#features/dashboard/screens/dashboard-screen.tsx";

export const Route = createFileRoute("/manager/dashboard")({
  staticData: { texts: ["books"], breadcrumb: "dashboard:title" },
  loader: async ({ context }) => {
    await context.queryClient.query({ ...latestBooksQuery, staleTime: "static" });
  },
  component: Dashboard,
});

function Dashboard() {
  const { user } = Route.useRouteContext();
  return (
    <DashboardScreen name={user.name ?? user.email}>
      <LatestBooks />
    </DashboardScreen>
  );
}
