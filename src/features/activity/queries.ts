import { listQuery } from "#resource/queries.ts";
import { operationsOf } from "#rpc/client.ts";
import { invalidateOn } from "#rpc/invalidation.ts";
import type { activityContract } from "./contract.ts";
import type { ActivityQuery } from "./schema.ts";

const operations = operationsOf<typeof activityContract>("activity");

invalidateOn(["activity"], operations.key());

/** The activity, the newest first, loaded page by page. */
export function activityQuery(query: ActivityQuery & { after?: string } = {}) {
  return listQuery(operations.list, query);
}

/** The newest activity of and on a person, or on a thing. */
export function recentActivityQuery(query: ActivityQuery) {
  return operations.list.queryOptions({ input: { ...query, limit: 5 } });
}

// optional: dashboard
/** The newest activity of everyone. */
export const latestActivityQuery = operations.list.queryOptions({ input: { limit: 7 } });
// end: dashboard
