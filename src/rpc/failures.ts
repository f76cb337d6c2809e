import { ORPCError } from "@orpc/client";
import type { OperationContext } from "./context.ts";

/**
 * Lets errors that are data through. Anything else is written to the log under a reference, which is all that the
 * person is told of it.
 */
export async function referUnknownFailures<Result>({
  context,
  next,
}: {
  context: OperationContext;
  next: () => Promise<Result>;
}): Promise<Result> {
  try {
    return await next();
  } catch (error) {
    if (error instanceof ORPCError && error.status < 500) throw error;
    const reference = context.requestId;
    context.log.error({ id: reference, err: error }, "An operation failed");
    throw new ORPCError("INTERNAL_SERVER_ERROR", { data: { reference } });
  }
}
