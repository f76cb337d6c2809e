/**
 * The errors of signing in, as data. Each has its text in messages/*.json under `errors`, in every language.
 * The first are found in forms, the others answered by the server. All other errors that the authentication service or
 * the account's operations know have theirs in errors/messages/*.json, which no page carries until one is met.
 */
export const authErrorCodes = [
  "EMAIL_REQUIRED",
  "INVALID_EMAIL",
  "CODE_REQUIRED",
  "CODE_LENGTH",
  "NAME_REQUIRED",
  "NAME_INVALID",
  "INVALID_OTP",
  "OTP_EXPIRED",
  "TOO_MANY_ATTEMPTS",
  "NO_CHALLENGE",
  "TOO_MANY_REQUESTS",
  "SIGNUP_DISABLED",
  "BANNED_USER",
  "UNREACHABLE",
  "UNKNOWN_ERROR",
] as const;

export type AuthErrorCode = (typeof authErrorCodes)[number];

/** Whether a code is one that people have a text for. */
export function isAuthError(code: string): code is AuthErrorCode {
  return (authErrorCodes as readonly string[]).includes(code);
}
