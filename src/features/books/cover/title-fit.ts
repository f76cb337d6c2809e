/** The width of a line, in hundredths of the cover's width. It is a little less than in cover.css. */
const lineWidth = 61;

/** The smallest font size, for titles that fit no other. */
const smallest = { size: 5.6, lines: 10 };

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
  smallest,
];

/** Only a word that is wider than this, in ems, is broken. Narrower ones make the title smaller instead. */
const minBreakableWidth = 10.8;

/** The largest font size at which a word is broken. */
const maxBreakingSize = 7.2;

/** Finds the largest font size at which a title fits the label. */
export function fitTitle(title: string): typeof smallest {
  const words = splitWords(title);
  return (
    fits.find(({ size, lines }) => {
      const maxWidth = lineWidth / size;
      const areWordsWhole = words.every(
        ({ width }) => width <= maxWidth || (width > minBreakableWidth && size <= maxBreakingSize),
      );
      return areWordsWhole && lineCount(words, maxWidth) <= lines;
    }) ?? smallest
  );
}

/** An unbreakable part of a title: its width and that of the following space, in ems. */
type Word = { width: number; space: number };

function lineCount(words: Word[], maxWidth: number): number {
  let lines = 1;
  let used = 0;
  for (const { width, space } of words) {
    if (used + width <= maxWidth) {
      used += width + space;
    } else {
      const lineSpan = Math.ceil(width / maxWidth);
      lines += lineSpan - (used === 0 ? 1 : 0);
      used = width - (lineSpan - 1) * maxWidth + space;
    }
  }
  return lines;
}

const ideograph =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u;

/** Splits a title at spaces, and around ideographs, between which lines may break. */
function splitWords(title: string): Word[] {
  return title.split(/\s+/).flatMap((word) =>
    word
      .split(new RegExp(`(${ideograph.source})`, "u"))
      .filter(Boolean)
      .map((part) => ({
        width: [...part].reduce((width, character) => width + characterWidth(character), 0),
        space: ideograph.test(part) ? 0 : 0.22,
      })),
  );
}

/** Character widths in Literata Semibold, in ems. */
const widths: [RegExp, number][] = [
  [/\p{M}/u, 0],
  [ideograph, 1],
  [/[ijlI.,:;'’!|()[\]-]/, 0.36],
  [/[ft1]/, 0.43],
  [/[acersz]/, 0.53],
  [/[ovygJ\d]/, 0.6],
  [/[mMW—@%&]/, 0.98],
  [/w/, 0.88],
  [/\p{Lu}/u, 0.75],
];

function characterWidth(character: string): number {
  return widths.find(([characters]) => characters.test(character))?.[1] ?? 0.66;
}
