import { ORPCError } from "@orpc/server";
import { errorResponse } from "#server/http/error-response.ts";
import type { OperationContext } from "./context.ts";
import { maskUnexpectedErrors } from "./mask-unexpected-errors.server.ts";
import { recordDenial } from "./record-denial.server.ts";
import type { RequestContext } from "./request-context.server.ts";

/** A handler of requests that are no operations. */
export type Handler = (
  request: Request,
  context: OperationContext,
  services: RequestContext["services"],
) => Promise<Response>;

export type Handled = {
  request: Request;
  context: Pick<RequestContext, "operationContext" | "requestId" | "services">;
};

/**
 * Creates a route handler for what is no operation, for example an upload or download. Errors are sent as those of
 * operations are.
 */
export function handleAsOperation(handler: Handler) {
  return async ({ request, context }: Handled): Promise<Response> => {
    const { services, requestId } = context;
    const masked: Parameters<typeof maskUnexpectedErrors>[0]["context"] = { log: services.log, requestId };
    const next = async () => {
      const operation = await context.operationContext();
      masked.caller = operation.caller;
      return await handler(request, operation, services).catch((error: unknown) => {
        const { aborted, reason } = request.signal;
        // The caller may no longer do it, whatever has failed therefore.
        if (aborted && reason instanceof ORPCError) throw reason;
        // The client disconnected: nothing failed, and no one reads the response.
        if (aborted) return new Response(null, { status: 204 });
        throw error;
      });
    };
    try {
      return await maskUnexpectedErrors({ context: masked, next });
    } catch (error) {
      if (error instanceof ORPCError) {
        if (error.status < 500)
          await recordDenial(await context.operationContext(), error.code, new URL(request.url).pathname);
        return errorResponse(error.status, error.code, error.message, error.data);
      }
      throw error;
    }
  };
}

/** A route handler for other methods: without one, TanStack Start would render a page. */
export function methodNotAllowed(...allowed: string[]) {
  const allow = allowed.join(", ");
  return () => new Response(`Use ${allow}.\n`, { status: 405, headers: { allow } });
}
