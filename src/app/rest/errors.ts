/** REST's own errors, which are in no operation's contract. */
export const restErrors = {
  IDEMPOTENCY_KEY_INVALID: { status: 400, message: "Idempotency-Key takes 1 to 255 characters of ASCII." },
  IDEMPOTENCY_KEY_NOT_SUPPORTED: { status: 400, message: "This operation takes no Idempotency-Key" },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    message: "A request with this Idempotency-Key is still running: try again",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: "This Idempotency-Key was used for another request: choose a new one",
  },
} as const;

export type RestErrorCode = keyof typeof restErrors;
