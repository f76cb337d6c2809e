import { createSerializationAdapter } from "@tanstack/react-router";
import { errorReference } from "#ui/errors/error-data.ts";

/** An error as data: a code and an HTTP status. */
export type KnownError = Error & { code: string; status: number; data?: unknown };

/** The error of a page that the user may not see. */
export function forbiddenError(): KnownError {
  return Object.assign(new Error("You are not allowed to access this page"), {
    code: "FORBIDDEN",
    status: 403,
  });
}

/** Serializes known errors, so that the browser hydrates the same error screen as the server rendered. */
export const knownErrorAdapter = createSerializationAdapter({
  key: "known-error",
  test: (value): value is KnownError => value instanceof Error && "code" in value && "status" in value,
  toSerializable: (error) => ({
    message: error.message,
    code: error.code,
    status: error.status,
    reference: errorReference(error),
  }),
  fromSerializable: ({ message, code, status, reference }): KnownError =>
    Object.assign(new Error(message), { code, status, data: { reference } }),
});
