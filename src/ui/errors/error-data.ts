import type { TextKey } from "#i18n/text-key.ts";
import { apiErrorOf } from "#lib/api-error.ts";

/** The HTTP error status of an error, if it has one. */
export function errorStatus(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null | undefined)?.status;
  return typeof status === "number" && status >= 400 && status < 600 ? status : undefined;
}

/** The id of an unexpected error in the log. */
export function errorReference(error: unknown): string | undefined {
  const reference = (error as { data?: { reference?: unknown } | null } | null | undefined)?.data?.reference;
  return typeof reference === "string" ? reference : undefined;
}

/** Texts for error codes that any operation may have. */
export const errorTextKeys: Partial<Record<string, TextKey>> = {
  TOO_SLOW: "common:errors.tooSlow",
  SERVICE_UNAVAILABLE: "common:errors.unavailable",
  TOO_MANY_REQUESTS: "common:errors.tooMany",
  UNREACHABLE: "common:errors.unreachable",
  MISSING_SCRIPT: "common:errors.unreachable",
};

export function errorTextKey(error: unknown): TextKey | undefined {
  return errorTextKeys[apiErrorOf(error)?.code ?? ""];
}
