import type { ServerFeature } from "../feature.server.ts";
import { genresContract } from "./contract.ts";
import { seedGenres } from "./seed.server.ts";

export const genresServerFeature = {
  contract: genresContract,
  api: async () => (await import("./api.ts")).genresApi,
  seed: seedGenres,
} as const satisfies ServerFeature;
