import { ORPCError, ValidationError } from "@orpc/server";
import { temporaryErrors } from "#lib/temporary-errors.ts";
import { refersToMissingRow } from "#server/database/postgres-errors.ts";
import { temporaryErrorCode } from "#server/unavailable.ts";
import type { Caller, OperationContext } from "./context.ts";
import { invalidInput } from "./invalid-input.server.ts";

/**
 * For oRPC's `interceptors`. Lets the contract's errors through, with the issues of an invalid input as field names and
 * codes. A failure of what the product needs becomes one of `temporaryErrors`, and a reference to a caller who was deleted meanwhile
 * UNAUTHORIZED. Any other error is logged, and the client gets only the log's reference.
 */
export function maskUnexpectedErrors<Result>({
  context,
  next,
}: {
  context: Pick<OperationContext, "log" | "requestId"> & { caller?: Caller | null };
  next(): Result;
}): Result {
  return Promise.resolve(next()).catch((error: unknown) => {
    if (error instanceof ORPCError && error.code === "BAD_REQUEST" && error.cause instanceof ValidationError)
      throw invalidInput(error.cause.issues, error.cause.data);
    if (error instanceof ORPCError && error.status < 500) throw error;
    const reference = context.requestId;
    const code = temporaryErrorCode(error);
    if (code) {
      context.log.warn({ id: reference, err: error }, "An operation needs what is unavailable");
      throw new ORPCError(code, { defined: true, ...temporaryErrors[code] });
    }
    if (context.caller && refersToMissingRow(error, idsOf(context.caller))) {
      context.log.warn({ id: reference, err: error }, "An operation's caller was deleted while it ran");
      throw new ORPCError("UNAUTHORIZED");
    }
    context.log.error({ id: reference, err: error }, "An operation failed");
    throw new ORPCError("INTERNAL_SERVER_ERROR", { data: { reference } });
  }) as Result;
}

/** The ids of the rows without which there is no such caller. */
function idsOf(caller: Caller): string[] {
  const ids = [
    caller.user.id,
    caller.sessionId,
    caller.impersonatedBy, // optional: impersonation
  ];
  return ids.filter((id) => typeof id === "string");
}
