import { get, type FieldError, type FieldErrors } from "react-hook-form";
import { z } from "zod";
import { apiErrorOf } from "#lib/api-error.ts";
import { inputIssueSchema, problemMessage } from "#lib/input-issue.ts";

/** A field's own message, or else its root message (specification, "Forms"). */
export function fieldErrorMessage(errors: FieldErrors, name: string): string | undefined {
  const error: FieldError | undefined = get(errors, name);
  return error?.message ?? error?.root?.message;
}

/** The names of all fields that have an error. The form's own error (`root`) isn't among them. */
export function invalidFieldNames({ root: _, ...errors }: FieldErrors): string[] {
  return namesOf(errors, []);
}

function namesOf(errors: object, path: string[]): string[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (typeof error !== "object" || error === null || key === "ref") return [];
    // The message of a list itself is in its `root`.
    const errorPath = key === "root" ? path : [...path, key];
    return "message" in error && typeof error.message === "string" && error.message
      ? [errorPath.join(".")]
      : namesOf(error, errorPath);
  });
}

/** Text keys by field name. */
export type FieldMessages<Name extends string = string> = Partial<Record<Name, string>>;

/** For each error code of an operation, the messages of the fields that it is about. */
export type SubmitErrors<Name extends string = string> = Record<string, FieldMessages<Name>>;

const inputErrorDataSchema = z.object({ issues: z.array(inputIssueSchema).min(1) });

/**
 * The messages by field for an error that an operation returned: by its code as `submitErrors` says, or for an invalid
 * input by the issues that it lists. `undefined` if the error is another one, or about a field that the form doesn't have.
 */
export function fieldMessagesOf<Name extends string>(
  error: unknown,
  submitErrors: SubmitErrors<Name> | undefined,
  hasField: (name: string) => name is Name,
): FieldMessages<Name> | undefined {
  const apiError = apiErrorOf(error);
  if (!apiError) return undefined;
  if (submitErrors && Object.hasOwn(submitErrors, apiError.code)) return submitErrors[apiError.code];
  const issues = inputErrorDataSchema.safeParse(apiError.data).data?.issues ?? [];
  if (issues.length === 0 || !issues.every(({ field }) => hasField(field))) return undefined;
  return Object.fromEntries(
    issues.map((issue) => [issue.field, problemMessage(issue)]),
  ) as FieldMessages<Name>;
}
