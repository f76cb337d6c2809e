import { hash, mix } from "#ui/display/hash.ts";
import { fitTitle, type TitleFit } from "./title-fit.ts";

/** The pattern families: each is a tile in patterns/ and a class in cover.css. */
export const patternFamilies = [
  "dots",
  "scallops",
  "leaves",
  "diamonds",
  "waves",
  "stars",
  "chevrons",
  "stripes",
] as const;

export type PatternFamily = (typeof patternFamilies)[number];

/** How far a pattern may be turned, in degrees: where a family has an up and a down, hardly. */
const turns: Record<PatternFamily, readonly number[]> = {
  dots: [0, 22, 45],
  scallops: [0, 180],
  leaves: [0, 45, -45, 180],
  diamonds: [0, 90],
  waves: [0, 90, -24],
  stars: [0, 22.5, 45],
  chevrons: [0, 90, 180],
  stripes: [0, 45, -45, 90, 32],
};

/** How large the pattern's tiles are, against the family's usual size. */
const scales = [0.8, 0.9, 1, 1.15, 1.3] as const;

/** How far the pattern's hue stands from the paper's, in degrees. */
const shifts = [-14, -7, 0, 7, 14] as const;

export type CoverDesign = {
  family: PatternFamily;
  paper: "light" | "dark";
  scale: number;
  /** In degrees. */
  turn: number;
  /** Of the paper, in degrees of OKLCH. */
  hue: number;
  /** Of the pattern's ink, in degrees of OKLCH. */
  inkHue: number;
  /** The side of the spine as one looks at the book: right for titles in right-to-left scripts. */
  binding: "left" | "right";
  title: TitleFit;
};

/**
 * The drawn cover of a book without an image: the same for the same title and author, whatever the hue.
 * @param hue of the genre, in degrees.
 */
export function coverDesign({
  title,
  author,
  hue,
}: {
  title: string;
  author: string;
  hue: number;
}): CoverDesign {
  const choose = choices(`${title.normalize("NFC")}\n\n${author.normalize("NFC")}`);
  const family = choose(patternFamilies);
  return {
    family,
    paper: choose(["light", "dark"]),
    scale: choose(scales),
    turn: choose(turns[family]),
    hue,
    inkHue: hue + choose(shifts),
    binding: isRightToLeft(title) ? "right" : "left",
    title: fitTitle(title),
  };
}

/** Chooses from lists, one after the other, always the same for the same text. */
function choices(text: string): <T>(list: readonly T[]) => T {
  let state = hash(text);
  return (list) => {
    state = (state + 0x9e3779b9) | 0;
    const choice = list[mix(state) % list.length];
    if (choice === undefined) throw new Error("There has to be something to choose from.");
    return choice;
  };
}

const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** Whether the first letter belongs to a right-to-left script, as `dir="auto"` decides. */
function isRightToLeft(text: string): boolean {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  return letter !== undefined && rightToLeft.test(letter);
}
