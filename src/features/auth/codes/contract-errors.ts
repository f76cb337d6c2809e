import { z } from "zod";

/** How an operation that sends a code may refuse, for its contract. */
export const askingErrors = {
  TOO_MANY_REQUESTS: {
    status: 429,
    message: "Too many requests: try again later",
    data: z.object({ retryAfterSeconds: z.int().positive() }),
  },
} as const;

/** How an operation that takes a code may refuse, for its contract. */
export const answerErrors = {
  ...askingErrors,
  INVALID_OTP: { status: 400, message: "invalid otp" },
  OTP_EXPIRED: { status: 400, message: "otp expired" },
  NO_CHALLENGE: { status: 400, message: "This browser has not asked for a code: ask for one" },
  TOO_MANY_ATTEMPTS: { status: 403, message: "Too many wrong codes: ask for a new one" },
} as const;
