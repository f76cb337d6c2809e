import { createFileRoute } from "@tanstack/react-router";
import { canOf } from "#app/access/user-can.tsx";
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
  loader: async ({ context }) => {
    const { queryClient } = context;
    // The screen shows failures, with Retry.
    await Promise.allSettled([
      queryClient.query({ ...dashboardQuery, staleTime: "static" }),
      // optional: activity
      ...(canOf(context.user)({ activity: ["read"] })
        ? [queryClient.query({ ...latestActivityQuery, staleTime: "static" })]
        : []),
      // end: activity
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
      areaSwitch={<AreaSwitch current="manager" />} // optional: app
    />
  );
}
