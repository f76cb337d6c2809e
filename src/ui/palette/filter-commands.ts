import { normalizeText } from "#lib/characters.ts";
import type { Command } from "./palette.ts";

type SearchableCommand = Pick<Command, "label" | "keywords" | "hint">;

/** Removes accents and case. Upper case unifies more letters than lower case, for example ß and ss. */
function normalize(text: string): string {
  return normalizeText(text, "NFKD").replaceAll(/\p{M}/gu, "").toUpperCase().trim();
}

/** The words of a text without punctuation. */
function wordsOf(text: string): string[] {
  return normalize(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The commands that contain every word of the term in their label or keywords, the best first. */
export function filterCommands<Item extends SearchableCommand>(items: readonly Item[], term: string): Item[] {
  const words = wordsOf(term);
  const found = items.filter(({ label, keywords = "" }) => {
    const text = normalize(`${label} ${keywords}`);
    return words.every((word) => text.includes(word));
  });
  return sortByRank(found, (item) => item, term);
}

/** Items in the order of the `matchRank` of a command of each. */
export function sortByRank<Item>(
  items: readonly Item[],
  commandOf: (item: Item) => SearchableCommand,
  term: string,
): Item[] {
  const ranked = items.map((item) => ({ item, rank: matchRank(commandOf(item), term) }));
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item);
}

/**
 * How well a command's texts match the term: 0 if the label begins with it, 1 if they contain its words, 2 if they contain
 * words that begin with them, 3 otherwise.
 */
function matchRank({ label, keywords = "", hint }: SearchableCommand, term: string): 0 | 1 | 2 | 3 {
  if (normalize(label).startsWith(normalize(term))) return 0;
  const words = wordsOf([label, keywords, typeof hint === "string" ? hint : ""].join(" "));
  const termWords = wordsOf(term);
  if (termWords.every((word) => words.includes(word))) return 1;
  return termWords.every((word) => words.some((each) => each.startsWith(word))) ? 2 : 3;
}
