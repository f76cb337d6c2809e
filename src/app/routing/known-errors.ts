import { createSerializationAdapter } from "@tanstack/react-router";
import { errorReference } from "#ui/errors/error-data.ts";

/** An error as data: a code and an HTTP status. */
export type KnownError = Error & { code: string; status: number; data?: unknown };

function isKnown(error: Error): error is KnownError {
  return "code" in error && "status" in error;
}

/** The error of a page that the user may not see. */
export function forbiddenError(): KnownError {
  return Object.assign(new Error(forbiddenPage), { code: "FORBIDDEN", status: 403 });
}

const forbiddenPage = "You are not allowed to access this page";

/** Whether an error is that of `forbiddenError`, and not an operation's. */
export function isForbiddenPage(error: unknown): boolean {
  return error instanceof Error && error.message === forbiddenPage;
}

/**
 * Serializes errors, so that the browser hydrates the same error screen as the server rendered. The messages of unknown
 * ones stay on the server: they may contain statements with their parameters.
 */
export const errorAdapter = createSerializationAdapter({
  key: "error",
  test: (value): value is Error => value instanceof Error,
  toSerializable: (error) => ({
    ...(isKnown(error)
      ? { message: error.message, code: error.code, status: error.status }
      : { message: "Something went wrong", code: "UNKNOWN_ERROR", status: 500 }),
    reference: errorReference(error),
  }),
  fromSerializable: ({ message, code, status, reference }): KnownError =>
    Object.assign(new Error(message), { code, status, data: { reference } }),
});
