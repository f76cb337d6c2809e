import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Permissions } from "#rpc/permissions.ts";
import { dashboardContract } from "./contract.ts";
import { daily, readDayFigures, readFirstDays, totals } from "./store.ts";

const dashboard = implement(dashboardContract).$context<OperationContext>();

export const dashboardApi = {
  get: dashboard.get.handler(async ({ context }) => {
    const { user } = requireCaller(context);
    const permitted = (figures: Record<string, { permission: Permissions }>) =>
      Object.keys(figures).filter((name) => context.access.canUser(user, figures[name]?.permission ?? {}));
    const [rows, firstDays] = await Promise.all([
      readDayFigures(context.database.sql),
      readFirstDays(context.database.sql),
    ]);
    const historyOf = (name: string) => rows.map(({ figures }) => figures[name] ?? 0);
    const totalOf = (history: number[]) => ({ now: history.at(-1) ?? 0, history });
    const shown = [...permitted(totals), ...permitted(daily)];
    return {
      days: rows.slice(1).map(({ day }) => day),
      totals: Object.fromEntries(permitted(totals).map((name) => [name, totalOf(historyOf(name))])),
      daily: Object.fromEntries(permitted(daily).map((name) => [name, historyOf(name).slice(1)])),
      began: Object.fromEntries(Object.entries(firstDays).filter(([name]) => shown.includes(name))),
    };
  }),
};
