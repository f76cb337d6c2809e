import { type ClientLink, createORPCClient } from "@orpc/client";
import type { AnyContractRouter, ContractRouterClient } from "@orpc/contract";
import { createRouterClient } from "@orpc/server";
import { createTanstackQueryUtils, type RouterUtils } from "@orpc/tanstack-query";
import { createIsomorphicFn } from "@tanstack/react-start";
import { whenIdle } from "#lib/when-idle.ts";
import { logOperation } from "./log-operation.server.ts";
import { maskUnexpectedErrors } from "./mask-unexpected-errors.server.ts";
import { recordDenials } from "./record-denial.server.ts";
import { traceOperation } from "./trace-operation.server.ts";
import { requestContext } from "./request-context.server.ts";

type Link = ClientLink<Record<never, never>>;

/** Calls operations directly while the server renders, and over HTTP in the browser. */
const createLink = createIsomorphicFn()
  .server((): Link => ({
    async call(path, input, options) {
      const { api, operationContext } = requestContext();
      let target: unknown = createRouterClient(api, {
        context: operationContext,
        interceptors: [
          logOperation,
          traceOperation, // optional: telemetry
          recordDenials,
          maskUnexpectedErrors,
        ],
      });
      for (const name of path) target = (target as Record<string, unknown>)[name];
      return await (target as (...call: [unknown, object]) => Promise<unknown>)(input, options);
    },
  }))
  .client((): Link => {
    // The server has loaded the first page's data.
    const load = () => import("./http-link.ts");
    whenIdle(() => void load().catch(() => undefined));
    return { call: async (...call) => await (await load()).httpLink.call(...call) };
  });

const link = createLink();

/**
 * A feature's operations for TanStack Query, and to be called:
 * `operations.get.queryOptions({ input: { id } })`, `operations.create.call(input)`.
 * @param feature the name under which src/app lists the feature
 */
export function operationsOf<Contract extends AnyContractRouter>(
  feature: string,
): RouterUtils<ContractRouterClient<Contract>> {
  const path = [feature];
  return createTanstackQueryUtils(createORPCClient<ContractRouterClient<Contract>>(link, { path }), { path });
}
