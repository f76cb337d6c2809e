import { forbiddenCharacter, visibleCharacter } from "#i18n/characters.ts";
import { nameLimit } from "./limits.ts";

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
    !forbiddenCharacter.test(name) &&
    visibleCharacter.test(name);
  return isName ? { name, problem: undefined } : { name: text, problem: "NAME_INVALID" };
}
