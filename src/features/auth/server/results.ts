import { ORPCError } from "@orpc/server";
import { APIError } from "better-auth/api";
import { type AuthErrorName, authErrors } from "../errors/definitions.ts";
import type { SessionRow, User } from "../store.ts";

/** A user who has just signed in, their session, and Set-Cookie headers for their browser beside the session's. */
export type SignedIn = { ok: true; user: User; session: SessionRow; setCookies: string[] };

/** Why signing in, or a code, was rejected. */
export type Failure = {
  ok: false;
  error: {
    code: AuthErrorName;
    retryAfterSeconds?: number;
    /** When the newest code was sent (ISO 8601). */ sentAt?: string;
  };
};

export function failure(code: AuthErrorName): Failure {
  return { ok: false, error: { code } };
}

export function rateLimitFailure(retryAfterSeconds: number): Failure {
  return { ok: false, error: { code: "TOO_MANY_REQUESTS", retryAfterSeconds } };
}

export function replacedCodeFailure(newest: { createdAt: Date }): Failure {
  return { ok: false, error: { code: "REPLACED_CODE", sentAt: newest.createdAt.toISOString() } };
}

/** A failure as a better-auth endpoint throws it. */
export function apiError({ error: { code, retryAfterSeconds, sentAt } }: Failure): APIError {
  const { status, message } = authErrors[code];
  const headers = retryAfterSeconds === undefined ? undefined : { "retry-after": String(retryAfterSeconds) };
  return new APIError(status, { code, message, ...(sentAt && { sentAt }) }, headers);
}

/** A failure as an operation throws it; its contract must list the code. */
export function operationError({ error: { code, ...data } }: Failure) {
  const { status, message } = authErrors[code];
  return new ORPCError(code, { status, message, ...(Object.keys(data).length > 0 && { data }) });
}
