import { useTranslation } from "react-i18next";

/*
 * Messages of schemas are keys of texts ("books:errors.titleRequired"), translated where they are shown. Numbers that
 * a text needs follow as in a URL's query: "common:errors.tooLong?count=200".
 */

const pattern = /^(?<key>[\w-]+:[\w.-]+)(?:\?(?<values>.*))?$/;

/** Turns a message into the text that a person reads; one that is no key reads as it is. */
export function useErrorMessage() {
  const { t } = useTranslation();
  return (message: string): string => {
    const { key, values } = pattern.exec(message)?.groups ?? {};
    if (!key) return message;
    const numbers = [...new URLSearchParams(values)].map(([name, value]) => [name, Number(value)]);
    return t(key as "errors.invalid", Object.fromEntries(numbers));
  };
}

/** What a schema found, as far as its message depends on it. */
type Issue = { code?: string; input?: unknown; origin?: string; minimum?: unknown; maximum?: unknown };

/** The message of an issue that has none of its own. */
export function issueMessage({ code, input, origin, minimum, maximum }: Issue): string {
  const isMissing = input === undefined || input === null || input === "";
  if (isMissing || (Array.isArray(input) && code === "too_small")) return "common:errors.required";
  if (origin === "string" && code === "too_big") return withCount("common:errors.tooLong", maximum);
  if (origin === "string" && code === "too_small") return withCount("common:errors.tooShort", minimum);
  return "common:errors.invalid";
}

function withCount(key: string, count: unknown): string {
  return `${key}?count=${count}`;
}
