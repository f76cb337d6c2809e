import { normalizeText } from "#lib/characters.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Letters of these scripts join, and would read as a word. */
const joining = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u;

/** Possible initials: no brackets, quotation marks or invisible characters. */
const initialCharacter = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

const zeroWidthNonJoiner = "\u200C";

/**
 * The initials of a name's first and last word, in upper case. Counts grapheme clusters. Empty for a name without letters,
 * digits and emoji.
 */
export function initials(name: string): string {
  const all = name.split(/\s+/).map(initial).filter(Boolean);
  const [first, last] = [all[0] ?? "", all.length > 1 ? (all.at(-1) ?? "") : ""];
  return joining.test(first) && last ? first + zeroWidthNonJoiner + last : first + last;
}

function initial(word: string): string {
  const [letter] = split(word).filter((grapheme) => initialCharacter.test(grapheme));
  if (!letter) return "";
  // The upper case of "ß" is "SS".
  const upper = letter.toUpperCase();
  return split(upper).length === 1 ? upper : letter;
}

function split(text: string): string[] {
  return Array.from(graphemes.segment(normalizeText(text)), ({ segment }) => segment);
}
