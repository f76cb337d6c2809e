import { temporaryErrors } from "#lib/temporary-errors.ts";
import { temporaryErrorCode } from "#server/unavailable.ts";
import type { RateLimitResult } from "#server/limits/rate-limit.ts";

/**
 * An error as JSON, for routes that are not operations: `{ code, message, data? }`, as operations send theirs.
 * @param data `retryAfterSeconds` in it is also sent as the Retry-After header
 */
export function errorResponse(
  status: number,
  code: string,
  message: string,
  data?: { retryAfterSeconds?: number; [name: string]: unknown },
): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  if (data?.retryAfterSeconds) headers.set("retry-after", String(data.retryAfterSeconds));
  return Response.json({ code, message, data }, { status, headers });
}

/** The response to a method that a path doesn't have (RFC 9110, section 15.5.6). @param methods those that it has */
export function otherMethodResponse(methods: readonly string[]): Response {
  const allow = methods.join(", ");
  const response = errorResponse(405, "METHOD_NOT_ALLOWED", `This path takes ${allow}.`);
  response.headers.set("allow", allow);
  return response;
}

/** The response to a request that may succeed later, by the error of what it needs; undefined for any other error. */
export function temporaryErrorResponse(error: unknown): Response | undefined {
  const code = temporaryErrorCode(error);
  return code && errorResponse(503, code, temporaryErrors[code].message);
}

/** The response to a request over its rate limit. */
export function tooManyRequests(
  { retryAfterSeconds }: Pick<RateLimitResult, "retryAfterSeconds">,
  message = "Too many requests: try again later.",
): Response {
  return errorResponse(429, "TOO_MANY_REQUESTS", message, { retryAfterSeconds });
}
