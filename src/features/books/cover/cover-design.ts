import { normalizeText } from "#lib/characters.ts";
import { hash, mix } from "#lib/hash.ts";
import { fitTitle } from "./title-fit.ts";

/** The possible rotations of each pattern family, in degrees. A family has a tile in patterns/ and a class in cover.css. */
const turns = {
  dots: [0, 22, 45],
  scallops: [0, 180],
  leaves: [0, 45, -45, 180],
  diamonds: [0, 90],
  waves: [0, 90, -24],
  stars: [0, 22.5, 45],
  chevrons: [0, 90, 180],
  stripes: [0, 45, -45, 90, 32],
};

export type PatternFamily = keyof typeof turns;

export const patternFamilies = Object.keys(turns) as PatternFamily[];

/** The possible scales of a pattern, relative to the family's default. */
const scales = [0.8, 0.9, 1, 1.15, 1.3];

/** The possible differences between the pattern's hue and the paper's, in degrees. */
const hueShifts = [-14, -7, 0, 7, 14];

/** A book in the hue of its genre, in degrees of OKLCH. */
type ColoredBook = { title: string; author: string; hue: number };

/** The generated cover of a book, which depends on title and author only, apart from its colors. */
export function coverDesign({ title, author, hue }: ColoredBook) {
  const choose = createChooser(`${normalizeText(title)}\n\n${normalizeText(author)}`);
  const family = choose(patternFamilies);
  return {
    family,
    paper: choose(["light", "dark"] as const),
    scale: choose(scales),
    turn: choose(turns[family]),
    hue,
    inkHue: hue + choose(hueShifts),
    // The side of the spine.
    binding: isRightToLeft(title) ? "right" : "left",
    title: fitTitle(normalizeText(title)),
  };
}

/** Returns a function that chooses from lists, pseudorandomly but always the same for the same text. */
function createChooser(text: string): <T>(list: readonly T[]) => T {
  let state = hash(text);
  return (list) => {
    state = (state + 0x9e3779b9) | 0;
    const choice = list[mix(state) % list.length];
    if (choice === undefined) throw new Error("The list is empty");
    return choice;
  };
}

const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** Whether the first letter is in a right-to-left script, which is how `dir="auto"` works. */
function isRightToLeft(text: string): boolean {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  return letter !== undefined && rightToLeft.test(letter);
}
