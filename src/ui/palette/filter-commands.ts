import type { Command } from "./palette.ts";

/** Removes accents and case. Upper case unifies more letters than lower case, for example ß and ss. */
function normalize(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();
}

function wordsOf(text: string): string[] {
  return normalize(text)
    .split(/\s+/)
    .filter((word) => word !== "");
}

type SearchableCommand = { label: string; keywords?: string };

/**
 * The commands that contain every word of the term in their label or keywords. Commands whose label begins with the
 * first word come first, then those in which another word does.
 */
export function filterCommands<Item extends SearchableCommand>(items: readonly Item[], term: string): Item[] {
  const words = wordsOf(term);
  return items
    .filter(({ label, keywords = "" }) => {
      const text = normalize(`${label} ${keywords}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => rank(one.label, words) - rank(other.label, words));
}

/** The results of a search in the order of their `matchRank`. */
export function sortByWords<Item extends RankedCommand>(items: readonly Item[], term: string): Item[] {
  const ranked = items.map((item) => ({ item, rank: matchRank(item, term) }));
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item);
}

/**
 * How well a command's texts match the term: 0 if they contain its words, 1 if they contain words that begin with them,
 * 2 otherwise.
 */
export function matchRank({ label, keywords = "", hint }: RankedCommand, term: string): 0 | 1 | 2 {
  const words = withoutSigns([label, keywords, typeof hint === "string" ? hint : ""].join(" "));
  const termWords = withoutSigns(term);
  if (termWords.every((word) => words.includes(word))) return 0;
  return termWords.every((word) => words.some((each) => each.startsWith(word))) ? 1 : 2;
}

/** The words of a text without punctuation. */
function withoutSigns(text: string): string[] {
  return normalize(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

type RankedCommand = Pick<Command, "label" | "keywords" | "hint">;

function rank(label: string, [first = ""]: string[]): number {
  const words = wordsOf(label);
  if (words[0]?.startsWith(first)) return 0;
  return words.some((word) => word.startsWith(first)) ? 1 : 2;
}
