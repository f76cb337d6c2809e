import { and, sql, type SQL } from "drizzle-orm";
import type { bookNames } from "../table.ts";
import { books } from "../table.ts";

/** The words of what someone searches for, each once. */
export function wordsOf(searchTerm: string): string[] {
  return [...new Set(searchTerm.split(/\s+/u).filter(Boolean))];
}

/** That a text has all of the words; `search_pattern` in the migrations says what that is. */
export function hasWords(
  searchText: typeof books.searchText | typeof bookNames.searchText,
  words: string[],
): SQL {
  const conditions = words.map((word) => sql`${searchText} like search_pattern(${word})`);
  return and(...conditions) ?? sql`true`;
}

/**
 * That a book has the signs of those words that are nothing else, such as a per cent sign. It follows from `hasWords`,
 * but trigrams know only letters and digits: this lets the index of signs find such words.
 */
export function hasSigns(words: string[]): SQL | undefined {
  const signs = words.filter((word) => !/[\p{L}\p{N}]/u.test(word));
  return and(
    ...signs.map(
      (word) =>
        sql`search_signs(${books.searchText}) @> coalesce(search_signs(fold_text(${word})), '{}'::text[])`,
    ),
  );
}
