import type { ServerFeature } from "../feature.server.ts";
import { usersContract } from "./contract.ts";
import { seedUsers } from "./seed.server.ts";

export const usersServerFeature = {
  contract: usersContract,
  api: async () => (await import("./api.ts")).usersApi,
  seed: seedUsers,
} as const satisfies ServerFeature;
