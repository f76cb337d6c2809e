import type { ServerFeature } from "../feature.server.ts";
import { seedUsers } from "./seed.server.ts";

export const usersServerFeature = { seed: seedUsers } as const satisfies ServerFeature;
