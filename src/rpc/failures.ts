import { ORPCError } from "@orpc/server";
import type { OperationContext } from "./context.ts";

/**
 * Lets errors that are data through. Anything else is written to the log under a reference, which is all that the
 * person is told of it. For oRPC's `interceptors`.
 */
export function referUnknownFailures<Result>({
  context,
  next,
}: {
  context: OperationContext;
  next(): Result;
}): Result {
  return Promise.resolve(next()).catch((error: unknown) => {
    if (error instanceof ORPCError && error.status < 500) throw error;
    const reference = context.requestId;
    context.log.error({ id: reference, err: error }, "An operation failed");
    throw new ORPCError("INTERNAL_SERVER_ERROR", { data: { reference } });
  }) as Result;
}
