import { APIError } from "better-auth/api";
import type { AuthErrorCode } from "../errors/codes.ts";

/** Why a request is not followed. */
export type Refusal = { refused: AnsweredCode; retryAfterSeconds?: number };

type AnsweredCode = Exclude<AuthErrorCode, "NAME_REQUIRED" | "NAME_INVALID" | "UNREACHABLE">;

/** What is answered to other programs; people read the texts of their language (messages/*.json, `errors`). */
const answers: Record<AnsweredCode, { status: ConstructorParameters<typeof APIError>[0]; message: string }> =
  {
    EMAIL_REQUIRED: { status: "BAD_REQUEST", message: "Email is required" },
    INVALID_EMAIL: { status: "BAD_REQUEST", message: "Invalid email" },
    CODE_REQUIRED: { status: "BAD_REQUEST", message: "Code is required" },
    CODE_LENGTH: { status: "BAD_REQUEST", message: "Code must contain 6 characters" },
    INVALID_OTP: { status: "BAD_REQUEST", message: "invalid otp" },
    OTP_EXPIRED: { status: "BAD_REQUEST", message: "otp expired" },
    TOO_MANY_ATTEMPTS: { status: "FORBIDDEN", message: "Too many wrong codes: ask for a new one" },
    NO_CHALLENGE: { status: "BAD_REQUEST", message: "This browser has not asked for a code: ask for one" },
    TOO_MANY_REQUESTS: { status: "TOO_MANY_REQUESTS", message: "Too many requests: try again later" },
    SIGNUP_DISABLED: { status: "FORBIDDEN", message: "You need an account to log in" },
    BANNED_USER: { status: "FORBIDDEN", message: "You have been banned from this application" },
    UNKNOWN_ERROR: { status: "INTERNAL_SERVER_ERROR", message: "Something went wrong" },
  };

/** The error that answers a refusal: its code and message as JSON, and Retry-After where waiting helps. */
export function refusalError({ refused, retryAfterSeconds }: Refusal): APIError {
  const { status, message } = answers[refused];
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set("retry-after", String(retryAfterSeconds));
  return new APIError(status, { code: refused, message }, headers);
}
