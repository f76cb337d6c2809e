import type { AnyContractRouter } from "@orpc/contract";
import { type AnyRouter, implement, lazy } from "@orpc/server";
import type { ServerFeature } from "#features/feature.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { enforcePermission } from "#rpc/enforce-permission.server.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { afterWrite } from "./after-write.server.ts";
import { chooseDatabase } from "./choose-database.server.ts";
import { serverFeatures } from "../features.server.ts";

const entries = Object.entries<ServerFeature>(serverFeatures);

/** Every operation that the product offers. */
export const contract = Object.fromEntries(
  entries.flatMap(([name, feature]) => (feature.contract ? [[name, feature.contract]] : [])),
) as Record<string, AnyContractRouter>;

/** What they do, behind the permission that each names in its contract. */
export const api: AnyRouter = implement(contract)
  .$context<OperationContext>()
  .use(enforcePermission)
  .use(afterWrite) // optional: live, redis
  .use(chooseDatabase) // optional: replicas
  .router(
    Object.fromEntries(
      entries.flatMap(([name, { api: load }]) =>
        load ? [[name, lazy(async () => ({ default: await load() }))]] : [],
      ),
    ),
  );

/** The response to a path that no operation has. */
export function noSuchOperation(): Response {
  return errorResponse(404, "NOT_FOUND", "There is no such operation.");
}
