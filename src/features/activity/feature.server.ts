import type { ServerFeature } from "../feature.server.ts";
import { activityContract } from "./contract.ts";

export const activityServerFeature = {
  contract: activityContract,
  api: async () => (await import("./api.ts")).activityApi,
  exportCsv: async () => (await import("./server/export-activity.ts")).exportActivity, // optional: csv
} as const satisfies ServerFeature;
