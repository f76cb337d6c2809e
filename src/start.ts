import { createMiddleware, createStart } from "@tanstack/react-start";
import { setResponseStatus } from "@tanstack/react-start/server";
import { errorStatus } from "#ui/errors/error-data.ts";
import { maskUnexpectedErrors } from "#rpc/mask-unexpected-errors.server.ts";
import { requestContext } from "#rpc/request-context.server.ts";

/** TanStack Start throws for unknown server functions: responds with 404 instead of 500. */
const unknownServerFunctions = createMiddleware().server(async ({ next }) => {
  try {
    return await next();
  } catch (error) {
    const isUnknown =
      error instanceof Error && /^(Server function info not|Invalid server action)/.test(error.message);
    if (isUnknown) return new Response("There is no such server function.\n", { status: 404 });
    throw error;
  }
});

/** As operations do: an unexpected error is logged, and the client gets only the log's reference. */
const maskServerFunctionErrors = createMiddleware({ type: "function" }).server(async ({ next }) => {
  const { services, requestId } = requestContext();
  try {
    return await maskUnexpectedErrors({ context: { log: services.log, requestId }, next });
  } catch (error) {
    setResponseStatus(errorStatus(error) ?? 500);
    throw error;
  }
});

export const startInstance = createStart(() => ({
  requestMiddleware: [unknownServerFunctions],
  functionMiddleware: [maskServerFunctionErrors],
}));
