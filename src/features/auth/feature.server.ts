import type { ServerFeature } from "../feature.server.ts";
import { authContract } from "./contract.ts";

export const authServerFeature = {
  contract: authContract,
  api: async () => (await import("./api.ts")).authApi,
} as const satisfies ServerFeature;
