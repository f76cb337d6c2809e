import { nameLimit } from "../limits.ts";

/** Controls, line separators, and the characters that override or embed a direction (Unicode Standard Annex 9). */
const forbidden = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name as it is stored: trimmed, in Unicode's NFC. */
export function normalizeName(text: string): string {
  return text.normalize("NFC").trim();
}

/**
 * Checks a person's name: 1 to 100 characters after trimming, at least one of them visible, without control or
 * bidi-override characters.
 * @returns the name as it is stored; where there is a problem, as it was typed
 */
export function checkName(text: string): {
  name: string;
  problem: "NAME_REQUIRED" | "NAME_INVALID" | undefined;
} {
  const name = normalizeName(text);
  if (!name) return { name: text, problem: "NAME_REQUIRED" };
  // A text of twice as many code units can't have few enough characters: it isn't even looked at.
  const isName =
    name.length <= 2 * nameLimit &&
    [...name].length <= nameLimit &&
    !forbidden.test(name) &&
    visible.test(name);
  return isName ? { name, problem: undefined } : { name: text, problem: "NAME_INVALID" };
}
