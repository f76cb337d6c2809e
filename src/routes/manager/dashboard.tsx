import { createFileRoute } from "@tanstack/react-router";
import { latestActivityQuery } from "#features/activity/queries.ts";
import { dashboardParts } from "#features/dashboard/dashboard-parts.ts";
import { dashboardQuery } from "#features/dashboard/queries.ts";
import { DashboardScreen } from "#features/dashboard/screens/dashboard-screen.tsx";
import { AreaSwitch } from "#features/home/screens/area-switch.tsx";

export const Route = createFileRoute("/manager/dashboard")({
  staticData: {
    texts: ["home"], // optional: app
    breadcrumb: "dashboard:title",
  },
  loader: async ({ context: { queryClient } }) => {
    async function loadFigures() {
      const { daily } = await queryClient.query({ ...dashboardQuery, staleTime: "static" });
      // Without the permission to read the activity, there are no logins.
      if (daily.signIns) await queryClient.query({ ...latestActivityQuery, staleTime: "static" });
    }
    // The screen shows failures, with Retry.
    await Promise.allSettled([
      loadFigures(),
      ...dashboardParts.flatMap(({ load }) => load?.(queryClient) ?? []),
    ]);
  },
  component: Dashboard,
});

function Dashboard() {
  const { user } = Route.useRouteContext();
  return (
    <DashboardScreen
      name={user.name ?? user.email}
      areaSwitch={<AreaSwitch current="manager" areas={user.areas} />} // optional: app
    />
  );
}
