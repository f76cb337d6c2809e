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

function rank(label: string, [first = ""]: string[]): number {
  const words = wordsOf(label);
  if (words[0]?.startsWith(first)) return 0;
  return words.some((word) => word.startsWith(first)) ? 1 : 2;
}
