/**
 * The errors that the login page can meet. Each has a text in messages/*.json under `errors`. All others have theirs in
 * errors/messages/*.json, which a page loads when one occurs.
 */
export const loginErrorCodes = [
  "EMAIL_REQUIRED",
  "INVALID_EMAIL",
  "CODE_REQUIRED",
  "CODE_LENGTH",
  "NAME_REQUIRED",
  "NAME_INVALID",
  "INVALID_OTP",
  "REPLACED_CODE",
  "OTP_EXPIRED",
  "TOO_MANY_ATTEMPTS",
  "NO_CHALLENGE",
  "TOO_MANY_REQUESTS",
  "LINK_EXPIRED",
  "SIGNUP_DISABLED",
  "BANNED_USER",
  "UNKNOWN_ERROR",
] as const;

export type LoginErrorCode = (typeof loginErrorCodes)[number];

export function isLoginError(code: string): code is LoginErrorCode {
  return (loginErrorCodes as readonly string[]).includes(code);
}
