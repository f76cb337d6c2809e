/** Font sizes in hundredths of the cover's width, each with its maximum number of lines. */
const fits = [
  { size: 12, lines: 2 },
  { size: 11.2, lines: 2 },
  { size: 10.4, lines: 3 },
  { size: 9.6, lines: 3 },
  { size: 8.8, lines: 4 },
  { size: 8, lines: 4 },
  { size: 7.2, lines: 6 },
  { size: 6.4, lines: 8 },
];
const smallest = { size: 5.6, lines: 10 };

/** The width of a line, in hundredths of the cover's width. It is a little less than in cover.css. */
const lineWidth = 61;

/** How much of its lines a title fills: words don't end where lines do. */
const filledShare = 0.85;

/** Finds the largest font size at which a title fits the label without a broken word, or else the smallest one. */
export function fitTitle(title: string): typeof smallest & { text: string } {
  const text = hyphenate(title);
  const words = text.split(wordBreak).map(widthOf);
  const longest = Math.max(...words);
  const total = words.reduce((sum, width) => sum + width);
  const fit = fits.find(
    ({ size, lines }) => longest <= lineWidth / size && total <= (lines * filledShare * lineWidth) / size,
  );
  return { text, ...(fit ?? smallest) };
}

const vowel = "[aeiouyáàâãäåæéèêëíìîïóòôõöøœúùûüýαεηιουωάέήίόύώаеёиоуыэюяіїє]";

/**
 * Where most languages with these vowels divide a word: before a consonant with a vowel, as in "Do-nau-dampf-schiff". Letters
 * that are one sound stay together.
 */
const syllable = new RegExp(
  String.raw`(?<=\p{L}\p{L})(?<!sc?(?=c?h)|[cgpt](?=h))(?=(?:s?ch|[gpst]h|(?!${vowel})\p{L})${vowel})`,
  "giu",
);

/** Adds soft hyphens, which are visible at the end of a line only, to words that are too wide in every font size. */
function hyphenate(title: string): string {
  return title.replace(/[^\s\p{Pd}]+/gu, (word) =>
    widthOf(word) > lineWidth / smallest.size ? word.replace(syllable, softHyphen) : word,
  );
}

const softHyphen = "\u00ad";

const pictograph = String.raw`\p{Extended_Pictographic}`;
const ideograph = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}${pictograph}]`;

/** Lines may break after spaces and hyphens, and around ideographs. */
const wordBreak = new RegExp(String.raw`(?<=[\s\p{Pd}${softHyphen}]|${ideograph})|(?=${ideograph})`, "u");

/** Character widths in Literata Semibold, in ems. */
const widths: [RegExp, number][] = [
  [new RegExp(`[\\p{M}${softHyphen}]`, "u"), 0],
  [new RegExp(pictograph, "u"), 1.3],
  [new RegExp(ideograph, "u"), 1],
  [/\s/, 0.22],
  [/[ftijlI1.,:;'’!|()[\]-]/, 0.38],
  [/[mMwW—@%&]/, 0.95],
  [/\p{Lu}/u, 0.75],
];

function widthOf(word: string): number {
  return [...word].reduce(
    (sum, character) => sum + (widths.find(([characters]) => characters.test(character))?.[1] ?? 0.58),
    0,
  );
}
