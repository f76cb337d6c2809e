import { z } from "zod";

/**
 * The errors of signing in, as other programs receive them: HTTP status and message. Operations list
 * theirs in their contract. People read the text of the code in their language (error-text.ts).
 */
export const authErrors = {
  EMAIL_REQUIRED: { status: 400, message: "Email is required" },
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  CODE_REQUIRED: { status: 400, message: "Code is required" },
  CODE_LENGTH: { status: 400, message: "Code must contain 6 characters" },
  INVALID_OTP: { status: 400, message: "invalid otp" },
  REPLACED_CODE: {
    status: 400,
    message: "A newer code replaced this one",
    data: z.object({ /** When the newer one was sent. */ sentAt: z.iso.datetime() }),
  },
  OTP_EXPIRED: { status: 400, message: "otp expired" },
  NO_CHALLENGE: { status: 400, message: "This browser hasn't requested a code: request one first" },
  TOO_MANY_ATTEMPTS: { status: 403, message: "Too many wrong codes: request a new one" },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: "Too many requests: try again later",
    data: z.object({ retryAfterSeconds: z.int().positive() }),
  },
  LINK_EXPIRED: { status: 400, message: "This link has expired or was already used" },
  SIGNUP_DISABLED: { status: 403, message: "You need an account to log in" },
  BANNED_USER: { status: 403, message: "You have been banned from this application" },
  INVALID_TOKEN: { status: 401, message: "invalid token" },
  INVALID_ORIGIN: { status: 403, message: "Invalid origin" },
  // optional: passkeys
  CHALLENGE_NOT_FOUND: { status: 400, message: "The challenge has expired or was already used: start again" },
  PASSKEY_NOT_FOUND: { status: 401, message: "Unknown passkey" },
  AUTHENTICATION_FAILED: { status: 401, message: "The passkey could not be verified" },
  FAILED_TO_VERIFY_REGISTRATION: { status: 400, message: "The passkey could not be verified" },
  // end: passkeys
} as const;

/** The messages of codes for which better-auth and its plugins have other words than the specification (section 8). */
export const specifiedMessages: ReadonlyMap<string, string> = new Map([
  ["INVALID_OTP", authErrors.INVALID_OTP.message],
  ["OTP_EXPIRED", authErrors.OTP_EXPIRED.message],
  ["INVALID_TOKEN", authErrors.INVALID_TOKEN.message],
  ["USER_ALREADY_EXISTS", "User already exists"],
  ["USER_ALREADY_HAS_PASSWORD", "User already has password"],
  ["FAILED_TO_UNLINK_LAST_ACCOUNT", "You cannot unlink your last account"],
  ["UNKNOWN_ERROR", "An error occurred"],
]);

export type AuthErrorName = keyof typeof authErrors;

const { TOO_MANY_REQUESTS, INVALID_OTP, REPLACED_CODE, OTP_EXPIRED, NO_CHALLENGE, TOO_MANY_ATTEMPTS } =
  authErrors;

/** The errors of an operation that sends a code. */
export const requestCodeErrors = { TOO_MANY_REQUESTS };

/** The errors of an operation that takes a code. */
export const verifyCodeErrors = {
  TOO_MANY_REQUESTS,
  INVALID_OTP,
  REPLACED_CODE,
  OTP_EXPIRED,
  NO_CHALLENGE,
  TOO_MANY_ATTEMPTS,
};
