import { ORPCError, ValidationError } from "@orpc/server";
import { isTimeoutError } from "#server/database/postgres-errors.ts";
import { isUnavailableError } from "#server/unavailable.ts";
import type { OperationContext } from "./context.ts";
import { invalidInput } from "./invalid-input.server.ts";
import { tooSlowError, unavailableError } from "./operation.ts";

/**
 * For oRPC's `interceptors`. Lets the contract's errors through, with the issues of an invalid input as field names and
 * codes. A statement that reached its time limit becomes TOO_SLOW, and a failure of what the product needs
 * SERVICE_UNAVAILABLE. Any other error is logged, and the client gets only the log's reference.
 */
export function maskUnexpectedErrors<Result>({
  context,
  next,
}: {
  context: Pick<OperationContext, "log" | "requestId">;
  next(): Result;
}): Result {
  return Promise.resolve(next()).catch((error: unknown) => {
    if (error instanceof ORPCError && error.code === "BAD_REQUEST" && error.cause instanceof ValidationError)
      throw invalidInput(error.cause.issues, error.cause.data);
    if (error instanceof ORPCError && error.status < 500) throw error;
    const reference = context.requestId;
    if (isTimeoutError(error)) {
      context.log.warn({ id: reference, err: error }, "An operation took too long");
      throw new ORPCError("TOO_SLOW", { defined: true, ...tooSlowError });
    }
    if (isUnavailableError(error)) {
      context.log.warn({ id: reference, err: error }, "An operation needs what is unavailable");
      throw new ORPCError("SERVICE_UNAVAILABLE", { defined: true, ...unavailableError });
    }
    context.log.error({ id: reference, err: error }, "An operation failed");
    throw new ORPCError("INTERNAL_SERVER_ERROR", { data: { reference } });
  }) as Result;
}
