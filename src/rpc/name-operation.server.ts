import { nameSpan } from "#server/telemetry/tracing.ts";
import type { OperationContext } from "./context.ts";

/** For oRPC's `interceptors`: names the request by its operation, in the metrics and in its trace. */
export function nameOperation<Result>({
  context,
  path,
  next,
}: {
  context: Pick<OperationContext, "nameOperation">;
  path: readonly string[];
  next(): Result;
}): Result {
  const name = path.join(".");
  context.nameOperation?.(name);
  nameSpan(name);
  return next();
}
