/** How a title is set on a cover's label. */
export type TitleFit = {
  /** The size of type, in hundredths of the cover's width. */
  size: number;
  /** After how many lines it is cut with an ellipsis. */
  lines: number;
};

/** The room for a line on the label, in hundredths of the cover's width; cover.css leaves a little more. */
const lineWidth = 61;

/** The sizes of type, and how many lines of each look well. The last one takes what fits no other. */
const steps: readonly TitleFit[] = [
  { size: 12, lines: 2 },
  { size: 11.2, lines: 2 },
  { size: 10.4, lines: 3 },
  { size: 9.6, lines: 3 },
  { size: 8.8, lines: 4 },
  { size: 8, lines: 4 },
  { size: 7.2, lines: 6 },
  { size: 6.4, lines: 8 },
  { size: 5.6, lines: 10 },
];

/** A word that is wider than this, in ems, is broken; any other makes the title smaller instead. */
const breakable = 10.8;

/** The largest size of type at which a word is broken. */
const breaksFrom = 7.2;

/** The largest size of type at which a title fits the label of a cover. */
export function fitTitle(title: string): TitleFit {
  const words = splitWords(title);
  const fitting = steps.find(({ size, lines }) => {
    const room = lineWidth / size;
    const isSet = words.every(({ width }) => width <= room || (width > breakable && size <= breaksFrom));
    return isSet && lineCount(words, room) <= lines;
  });
  return fitting ?? steps[steps.length - 1] ?? { size: 0, lines: 0 };
}

/** What stays together on a line: its width and that of the space after it, in ems. */
type Word = { width: number; space: number };

function lineCount(words: Word[], room: number): number {
  let lines = 1;
  let used = 0;
  for (const { width, space } of words) {
    if (used + width <= room) {
      used += width + space;
    } else {
      const broken = Math.ceil(width / room);
      lines += broken - (used === 0 ? 1 : 0);
      used = width - (broken - 1) * room + space;
    }
  }
  return lines;
}

const ideograph =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u;

/** Between ideographs a line may end: each is a word, without a space. */
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

/** Characters by their width in Literata's semibold, in ems. */
const widths: readonly (readonly [RegExp, number])[] = [
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
  const [, width] = widths.find(([characters]) => characters.test(character)) ?? [];
  return width ?? 0.66;
}
