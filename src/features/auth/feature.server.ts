import type { ServerFeature } from "../feature.server.ts";
import { authContract } from "./contract.ts";
import { formBodyRule } from "./server/form-body-rule.ts";

export const authServerFeature = {
  contract: authContract,
  api: async () => (await import("./api.ts")).authApi,
  bodyRules: [formBodyRule],
} as const satisfies ServerFeature;
