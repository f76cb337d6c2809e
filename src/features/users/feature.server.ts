import type { ServerFeature } from "../feature.server.ts";
import { usersContract } from "./contract.ts";
import { seedUsers } from "./seed.server.ts";

export const usersServerFeature = {
  contract: usersContract,
  api: async () => (await import("./api.ts")).usersApi,
  exportCsv: async () => (await import("./server/export-users.ts")).exportUsers, // optional: csv
  seed: seedUsers,
} as const satisfies ServerFeature;
