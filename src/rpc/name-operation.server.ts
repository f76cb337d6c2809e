import type { OperationContext } from "./context.ts";

/** For oRPC's `interceptors`: names the request's operation for the metrics. */
export function nameOperation<Result>({
  context,
  path,
  next,
}: {
  context: Pick<OperationContext, "nameOperation">;
  path: readonly string[];
  next(): Result;
}): Result {
  context.nameOperation(path.join("."));
  return next();
}
