import { logOperation } from "./log-operation.server.ts";
import { maskUnexpectedErrors } from "./mask-unexpected-errors.server.ts";
import { nameOperation } from "./name-operation.server.ts";
import { recordDenials } from "./record-denial.server.ts";
import { traceOperation } from "./trace-operation.server.ts";

/** For oRPC's `interceptors`: what surrounds an operation that a request calls. */
export const aroundOperation = [
  logOperation,
  nameOperation, // optional: telemetry
  traceOperation, // optional: telemetry
  recordDenials,
  maskUnexpectedErrors,
];
