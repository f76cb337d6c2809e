import { operationsOf } from "#rpc/client.ts";
import { invalidateOn } from "#rpc/invalidation.ts";
import type { dashboardContract } from "./contract.ts";

const operations = operationsOf<typeof dashboardContract>("dashboard");

invalidateOn(["users", "userSessions"], operations.key());

/** Sessions expire and days begin without a notification. */
const refetchIntervalMs = 60_000;

/** The figures of the dashboard. */
export const dashboardQuery = operations.get.queryOptions({ refetchInterval: refetchIntervalMs });
