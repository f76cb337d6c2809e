import { withSpan } from "#server/telemetry/tracing.ts";

/** For oRPC's `interceptors`: traces an operation. @param o.path its name, in parts */
export function traceOperation<Result>({ path, next }: { path: readonly string[]; next(): Result }): Result {
  return withSpan({ name: path.join(".") }, () => Promise.resolve(next())) as Result;
}
