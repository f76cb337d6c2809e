import { forbiddenCharacter, normalizeText, visibleCharacter } from "#lib/characters.ts";
import { nameMaxLength } from "./limits.ts";

/** A name in its stored form: trimmed, in Unicode NFC. */
export function normalizeName(text: string): string {
  return normalizeText(text).trim();
}

/**
 * Checks a user's name: 1 to 100 characters after trimming, at least one of them visible, without control or bidi-override
 * characters.
 * @returns the name in its stored form; unchanged if there is a problem
 */
export function checkName(text: string): {
  name: string;
  problem: "NAME_REQUIRED" | "NAME_INVALID" | undefined;
} {
  const name = normalizeName(text);
  if (!name) return { name: text, problem: "NAME_REQUIRED" };
  // A character has at most two code units: much longer texts are rejected without counting.
  const isName =
    name.length <= 2 * nameMaxLength &&
    [...name].length <= nameMaxLength &&
    !forbiddenCharacter.test(name) &&
    visibleCharacter.test(name);
  return isName ? { name, problem: undefined } : { name: text, problem: "NAME_INVALID" };
}
