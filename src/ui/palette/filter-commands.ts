/** A text as it is compared: without accents, and in capitals, which leave fewer cases than small letters do. */
function plain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();
}

function wordsOf(text: string): string[] {
  return plain(text)
    .split(/\s+/)
    .filter((word) => word !== "");
}

type SearchableCommand = { label: string; keywords?: string };

/**
 * What has every typed word in its label or keywords, in any order, case and accents. Labels that begin with what was
 * typed come first, then those of which a word does; otherwise the order stays.
 */
export function filterCommands<Item extends SearchableCommand>(items: readonly Item[], term: string): Item[] {
  const words = wordsOf(term);
  return items
    .filter(({ label, keywords = "" }) => {
      const text = plain(`${label} ${keywords}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => distance(one.label, words) - distance(other.label, words));
}

function distance(label: string, [first = ""]: string[]): number {
  const words = wordsOf(label);
  if (words[0]?.startsWith(first)) return 0;
  return words.some((word) => word.startsWith(first)) ? 1 : 2;
}
