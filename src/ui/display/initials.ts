const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Letters of these scripts join their neighbours, and would read as a word. */
const joining = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u;

/** What a word's initial can be: not a bracket, quotation mark or invisible character before it. */
const meaning = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

const zeroWidthNonJoiner = "\u200C";

/**
 * One or two characters that stand for a name, as a person sees characters: the first of its first and of its last
 * word, upper case where the script has one. Empty for a name without letters, digits and pictures.
 */
export function initials(name: string): string {
  const found = name.split(/\s+/).map(initial).filter(Boolean);
  const [first, last] = [found[0] ?? "", found.length > 1 ? (found.at(-1) ?? "") : ""];
  return joining.test(first) && last ? first + zeroWidthNonJoiner + last : first + last;
}

function initial(word: string): string {
  const [letter] = split(word).filter((grapheme) => meaning.test(grapheme));
  if (!letter) return "";
  // The upper case of some letters is two, such as that of "ß".
  const upper = letter.toUpperCase();
  return split(upper).length === 1 ? upper : letter;
}

function split(text: string): string[] {
  return Array.from(graphemes.segment(text.normalize("NFC")), ({ segment }) => segment);
}
