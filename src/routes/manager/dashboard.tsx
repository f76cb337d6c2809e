import { createFileRoute } from "@tanstack/react-router";
import { activityKinds } from "#app/activity-kinds.ts";
import { latestActivityQuery } from "#features/activity/queries.ts";
import { LatestActivity } from "#features/activity/shared/latest-activity.tsx";
import { latestBooksQuery } from "#features/books/queries.ts";
import { LatestBooks } from "#features/books/screens/latest-books.tsx";
import { dashboardQuery } from "#features/dashboard/queries.ts";
import { DashboardScreen } from "#features/dashboard/screens/dashboard-screen.tsx";
import { AreaSwitch } from "#features/home/screens/area-switch.tsx";

export const Route = createFileRoute("/manager/dashboard")({
  staticData: { texts: ["books", "activity", "home"], breadcrumb: "dashboard:title" },
  loader: async ({ context: { queryClient } }) => {
    async function loadFigures() {
      const { signIns } = await queryClient.query({ ...dashboardQuery, staleTime: "static" });
      // Null without the permission to read the activity.
      if (signIns) await queryClient.query({ ...latestActivityQuery, staleTime: "static" });
    }
    // The screen shows failures, with Retry.
    await Promise.allSettled([
      loadFigures(),
      queryClient.query({ ...latestBooksQuery, staleTime: "static" }),
    ]);
  },
  component: Dashboard,
});

function Dashboard() {
  const { user } = Route.useRouteContext();
  return (
    <DashboardScreen
      name={user.name ?? user.email}
      latestBooks={<LatestBooks />}
      activity={<LatestActivity kinds={activityKinds} />}
      areaSwitch={<AreaSwitch current="manager" areas={user.areas} />}
    />
  );
}
