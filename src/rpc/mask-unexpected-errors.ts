import { ORPCError } from "@orpc/server";
import { isTimeoutError } from "#server/database/postgres-errors.ts";
import type { OperationContext } from "./context.ts";

/**
 * Lets errors that are data through, and says that something took too long where the database stopped it for that.
 * Anything else is written to the log under a reference, which is all that the person is told of it. For oRPC's
 * `interceptors`.
 */
export function maskUnexpectedErrors<Result>({
  context,
  next,
}: {
  context: OperationContext;
  next(): Result;
}): Result {
  return Promise.resolve(next()).catch((error: unknown) => {
    if (error instanceof ORPCError && error.status < 500) throw error;
    const reference = context.requestId;
    if (isTimeoutError(error)) {
      context.log.warn({ id: reference, err: error }, "An operation took too long");
      throw tooSlow();
    }
    context.log.error({ id: reference, err: error }, "An operation failed");
    throw new ORPCError("INTERNAL_SERVER_ERROR", { data: { reference } });
  }) as Result;
}

/** As every operation's contract describes it. */
function tooSlow() {
  return new ORPCError("TOO_SLOW", {
    defined: true,
    status: 503,
    message: "This took too long and was stopped.",
    data: { text: "common:errors.tooSlow" },
  });
}
