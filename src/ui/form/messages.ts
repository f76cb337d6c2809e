import { useTranslation } from "#i18n/use-translation.tsx";
import { inputProblemOf, problemMessage } from "#lib/input-issue.ts";

/*
 * Error messages of forms and schemas are text keys ("common:errors.required"), translated where they are shown.
 * Numbers for the text follow as in a query string: "common:errors.tooLong?count=200".
 */

const pattern = /^(?<key>[\w-]+:[\w.-]+)(?:\?(?<values>.*))?$/;

/** Returns a function that translates a message; a message that isn't a text key stays as it is. */
export function useErrorMessage() {
  const { t } = useTranslation();
  return (message: string): string => {
    const { key, values } = pattern.exec(message)?.groups ?? {};
    if (!key) return message;
    const numbers = [...new URLSearchParams(values)].map(([name, value]) => [name, Number(value)]);
    return t(key as "errors.invalid", Object.fromEntries(numbers));
  };
}

/** The message for a zod issue whose schema has none of its own: for zod's `error` option. */
export function issueMessage(issue: Parameters<typeof inputProblemOf>[0] & { input?: unknown }): string {
  return problemMessage(inputProblemOf(issue, issue.input));
}
