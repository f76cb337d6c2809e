import { createSerializationAdapter } from "@tanstack/react-router";
import { errorReference } from "#ui/errors/error-data.ts";

/** An error as data: what went wrong by a code, and the HTTP status that says so. */
export type KnownError = Error & { code: string; status: number; data?: unknown };

/** Refuses a page to someone who may not have it. */
export function forbidden(): KnownError {
  return Object.assign(new Error("You are not allowed to access this page"), {
    code: "FORBIDDEN",
    status: 403,
  });
}

/** Carries errors that are data from the server's page into the browser's, where the same screen must show. */
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
