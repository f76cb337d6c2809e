/** REST's own errors, which are in no operation's contract: HTTP status, and message by code. */
export const restErrors = {
  KEY_AND_SESSION: [400, "Send an API key or a session cookie, not both."],
  INVALID_API_KEY: [401, "The API key is unknown, expired or revoked."],
  IDEMPOTENCY_KEY_INVALID: [400, "Idempotency-Key takes 1 to 255 characters of ASCII."],
  IDEMPOTENCY_KEY_NOT_SUPPORTED: [400, "This operation takes no Idempotency-Key"],
  IDEMPOTENCY_KEY_IN_USE: [409, "A request with this Idempotency-Key is still running: try again"],
  IDEMPOTENCY_KEY_REUSED: [422, "This Idempotency-Key was used for another request: choose a new one"],
} as const;

export type RestErrorCode = keyof typeof restErrors;
