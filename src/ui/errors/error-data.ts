import { apiErrorOf } from "#lib/api-error.ts";

/** The HTTP error status of an error, if it has one. */
export function errorStatus(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("status" in error)) return undefined;
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 600 ? status : undefined;
}

/** The id by which the log knows an unexpected error. */
export function errorReference(error: unknown): string | undefined {
  const data = typeof error === "object" && error !== null && "data" in error ? error.data : undefined;
  const reference =
    typeof data === "object" && data !== null && "reference" in data ? data.reference : undefined;
  return typeof reference === "string" ? reference : undefined;
}

/** Texts for error codes that any operation may return. */
const textKeys: Partial<Record<string, string>> = { TOO_SLOW: "common:errors.tooSlow" };

export function errorTextKey(error: unknown): string | undefined {
  return textKeys[apiErrorOf(error)?.code ?? ""];
}
