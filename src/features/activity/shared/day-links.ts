import type { ChartLink } from "#ui/charts/column-chart.tsx";

/** Where days of a chart lead: to their activity in UTC, with filters. */
export function activityOfDays(filters: { action?: string; type?: string }) {
  return (from: string, to: string): ChartLink => ({
    to: "/manager/activity",
    search: { ...filters, from, to, zone: "UTC" },
  });
}
