import type { ServerFeature } from "../feature.server.ts";
import { dashboardContract } from "./contract.ts";

export const dashboardServerFeature = {
  contract: dashboardContract,
  api: async () => (await import("./api.ts")).dashboardApi,
} as const satisfies ServerFeature;
