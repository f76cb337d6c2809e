import { os } from "@orpc/server";
import type { ServerFeature } from "#features/feature.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { readFromReplica } from "#rpc/replicas/read-from-replica.server.ts";
import { serverFeatures } from "../features.server.ts";

/** The features whose operations read what is written now. */
const readsPrimary = new Set<string | undefined>(
  Object.entries<ServerFeature>(serverFeatures)
    .filter(([, feature]) => feature.readsPrimary)
    .map(([name]) => name),
);

/** Gives operations that only read (GET) the database of a replica, if there is one. */
export const chooseDatabase = os
  .$context<OperationContext>()
  .middleware(async ({ context, next, path, procedure }) => {
    if (procedure["~orpc"].route.method !== "GET") {
      context.reads.markWrite();
      return await next();
    }
    if (readsPrimary.has(path[0])) return await next();
    const answer = await readFromReplica(context, ({ database }) => next({ context: { database } }));
    return answer ?? (await next());
  });
