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
export function fitTitle(title: string): typeof smallest {
  const words = title.split(wordBreak).map(widthOf);
  const longest = Math.max(...words);
  const total = words.reduce((sum, width) => sum + width);
  return (
    fits.find(
      ({ size, lines }) => longest <= lineWidth / size && total <= (lines * filledShare * lineWidth) / size,
    ) ?? smallest
  );
}

const ideograph = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`;

/** Lines may break after spaces, and around ideographs. */
const wordBreak = new RegExp(`(?<=\\s|${ideograph})|(?=${ideograph})`, "u");

/** Character widths in Literata Semibold, in ems. */
const widths: [RegExp, number][] = [
  [/\p{M}/u, 0],
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
