import type { Dashboard } from "../schema.ts";

/** Whether a figure began within the days that the dashboard shows, so that there are no 30 days of it yet. */
export function isYoung({ days, began }: Dashboard, name: string): boolean {
  const firstDay = began[name];
  return firstDay === undefined || firstDay > (days[0] ?? "");
}
