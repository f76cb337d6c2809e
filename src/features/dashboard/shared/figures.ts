import type { SQL } from "drizzle-orm";
import type { Permissions } from "#rpc/permissions.ts";

/**
 * The figures that a feature adds to the dashboard, by their names: its `parts/dashboard.server.ts` exports them as
 * `figures`. Series are kept by `CALL keep_period_counts` in a migration, by day. The caller needs the permission.
 */
export type Figures = {
  /** Totals over time: the number of now, and the series of its changes. */
  totals?: Record<string, { permission: Permissions; now: SQL; changes: string }>;
  /** Numbers by day. */
  daily?: Record<string, { permission: Permissions; series: string }>;
};
