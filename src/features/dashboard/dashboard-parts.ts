import { invalidateOn } from "#rpc/invalidation.ts";
import { dashboardQuery } from "./queries.ts";
import type { DashboardPart } from "./shared/dashboard-part.ts";

const parts = import.meta.glob<DashboardPart>("../*/parts/dashboard.tsx", { eager: true, import: "part" });

/** What the features add to the dashboard. */
export const dashboardParts = Object.values(parts);

invalidateOn(
  dashboardParts.map(({ topic }) => topic),
  dashboardQuery.queryKey,
);
