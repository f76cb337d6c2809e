import { withCurrentRequest } from "#server/current-request.ts";
import type { OperationContext } from "./context.ts";

/** For oRPC's `interceptors`: names the operation in what the log says of its slow statements. */
export function logOperation<Result>({
  context,
  path,
  next,
}: {
  context: Pick<OperationContext, "requestId">;
  path: readonly string[];
  next(): Result;
}): Result {
  return withCurrentRequest({ id: context.requestId, operation: path.join(".") }, next);
}
