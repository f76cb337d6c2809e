import { formatNumber, pluralForm } from "./formats.ts";
import type { TextValues } from "./text-key.ts";

/** The messages of a namespace, in the JSON format of i18next. */
export type Messages = { [key: string]: string | Messages };

/** The message of a key, for example "fields.title", in the plural form of a count. */
export function findMessage(
  messages: Messages | undefined,
  key: string,
  language: string,
  count?: string | number,
): string | undefined {
  const plural =
    count === undefined ? undefined : read(messages, `${key}_${pluralForm(language, Number(count))}`);
  return plural ?? read(messages, key);
}

/** Puts values in place of `{{name}}` and `{{name, number}}`. React escapes the result. */
export function fillPlaceholders(message: string, language: string, values: TextValues): string {
  if (!message.includes("{{")) return message;
  return message.replaceAll(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) => {
    const value = values[name] ?? "";
    return isNumber ? formatNumber(language, Number(value)) : String(value);
  });
}

function read(messages: Messages | undefined, key: string): string | undefined {
  let found: string | Messages | undefined = messages;
  for (const part of key.split(".")) {
    if (typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return typeof found === "string" ? found : undefined;
}
