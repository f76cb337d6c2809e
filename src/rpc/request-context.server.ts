import type { AnyRouter } from "@orpc/server";
import { getGlobalStartContext } from "@tanstack/react-start";
import type { RequestInfo } from "#server/http/http-context.ts";
import type { Services } from "#server/services.ts";
import type { OperationContext } from "./context.ts";
import type { Access } from "./permissions.ts";
import type { Reads } from "./replicas/reads.server.ts";

/** What a request carries through TanStack Start, to route handlers and server functions alike. */
export type RequestContext = RequestInfo & {
  services: Services;
  access: Access;
  /** Every feature's operations, for calls without HTTP while the server renders. */
  api: AnyRouter;
  /** Set-Cookie headers for the response. */
  responseCookies: string[];
  reads: Reads; // optional: replicas
  /** What each operation gets. The session is looked up once, however many operations a request calls. */
  operationContext: () => Promise<OperationContext>;
};

declare module "@tanstack/react-start" {
  interface Register {
    server: { requestContext: RequestContext };
  }
}

/** The context of the request that is being handled. @throws outside of one */
export function requestContext(): RequestContext {
  const context = getGlobalStartContext();
  if (!context) throw new Error("No request is being handled");
  return context;
}
