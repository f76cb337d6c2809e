import { get, type FieldError, type FieldErrors } from "react-hook-form";

/** What is wrong with a field. */
export type Problem = { name: string; message: string };

/** A field's own message, or else its root message (specification, "Forms"). */
export function errorMessage(errors: FieldErrors, name: string): string | undefined {
  const error: FieldError | undefined = get(errors, name);
  return error?.message ?? error?.root?.message;
}

/** All messages that there are, each with the name of what it is about. `root` is the form's own and not among them. */
export function collectFieldErrors({ root: _, ...errors }: FieldErrors): Problem[] {
  return collect(errors, []);
}

function collect(errors: object, path: string[]): Problem[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (typeof error !== "object" || error === null || key === "ref") return [];
    // A list's own message stands in its `root`.
    const names = key === "root" ? path : [...path, key];
    const message = "message" in error ? error.message : undefined;
    if (typeof message === "string" && message) return [{ name: names.join("."), message }];
    return collect(error, names);
  });
}

/** Puts a server's answer on fields: which text stands on which field is told by the answer's code. */
export type ErrorTexts<Name extends string = string> = Record<string, Partial<Record<Name, string>>>;

/** The texts for an error that is data, by its code; `undefined` where nobody knows it. */
export function textsFor<Name extends string>(
  error: unknown,
  texts: ErrorTexts<Name>,
): Partial<Record<Name, string>> | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && Object.hasOwn(texts, code) ? texts[code] : undefined;
}
