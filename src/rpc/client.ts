import { createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { ContractRouterClient } from "@orpc/contract";
import { createRouterClient } from "@orpc/server";
import { createTanstackQueryUtils } from "@orpc/tanstack-query";
import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { api, type contract } from "#api.ts";
import { operationContext } from "#request.ts";
import { maskUnexpectedErrors } from "./mask-unexpected-errors.ts";
import { retryAfterReauth } from "./session-expiry.ts";

type Client = ContractRouterClient<typeof contract>;

const createClient = createIsomorphicFn()
  .server((): Client =>
    createRouterClient(api, {
      context: () => operationContext(getRequest()),
      interceptors: [maskUnexpectedErrors],
    }),
  )
  .client((): Client =>
    createORPCClient(new RPCLink({ url: `${location.origin}/api/rpc`, interceptors: [retryAfterReauth] })),
  );

/** The operations, called directly while the server renders, and over HTTP in the browser. */
export const client: Client = createClient();

/** The operations as TanStack Query options: `operations.books.get.queryOptions({ input: { id } })`. */
export const operations = createTanstackQueryUtils(client);
