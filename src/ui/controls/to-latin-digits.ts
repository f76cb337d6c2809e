import { withoutJoiners } from "#lib/characters.ts";

const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Replaces Arabic and Persian digits by Latin ones, and removes invisible characters. */
export function toLatinDigits(text: string): string {
  return withoutJoiners(text).replaceAll(easternDigits, (digit) => String(digit.charCodeAt(0) & 0xf));
}
