import { and, sql, type AnyColumn, type SQL } from "drizzle-orm";
import { books } from "#features/books/table.ts";

/** The words of what someone searches for, each once. */
export function splitTerms(searchTerm: string): string[] {
  return [...new Set(searchTerm.split(/\s+/u).filter(Boolean))];
}

/** Whether a word has something that trigrams know. Without, it is nothing but signs, such as a per cent sign. */
export function hasLetterOrDigit(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}

/**
 * That a text has all of the words; `search_pattern` in the migrations says what that is.
 * @param searchText a column of folded text, with an index of trigrams
 */
export function matchesTerms(searchText: AnyColumn, words: string[]): SQL {
  const conditions = words.map((word) => {
    // A word of signs is kept from the index of trigrams, which would give every book for it.
    const searched = hasLetterOrDigit(word) ? searchText : sql`(${searchText} || '')`;
    return sql`${searched} like search_pattern(${word})`;
  });
  return and(...conditions) ?? sql`true`;
}

/** That a book has the signs of the words of signs. It follows from `matchesTerms`, but this has an index. */
export function hasSymbols(words: string[]): SQL | undefined {
  const signs = words.filter((word) => !hasLetterOrDigit(word));
  return and(
    ...signs.map(
      (word) =>
        sql`search_signs(${books.searchText}) @> coalesce(search_signs(fold_text(${word})), '{}'::text[])`,
    ),
  );
}
