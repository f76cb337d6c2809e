import { and, sql, type AnyColumn, type SQL } from "drizzle-orm";

/** The distinct terms of a search, separated by spaces. */
export function splitTerms(searchTerm: string): string[] {
  return [...new Set(searchTerm.split(/\s+/u).filter(Boolean))];
}

/** Trigrams contain only letters and digits. A term without any, like "%", consists of symbols. */
export function hasLetterOrDigit(term: string): boolean {
  return /[\p{L}\p{N}]/u.test(term);
}

/** The condition that a column of folded text with a trigram index matches all terms (`search_pattern` in the migrations). */
export function matchesTerms(searchText: AnyColumn, terms: string[]): SQL | undefined {
  const conditions = terms.map((term) => {
    // For a term of symbols the trigram index would return every row, so the expression keeps it from being used.
    const searched = hasLetterOrDigit(term) ? searchText : sql`(${searchText} || '')`;
    return sql`${searched} like search_pattern(${term})`;
  });
  return and(...conditions);
}

/** The condition that a column contains the symbols of the terms. `matchesTerms` implies it, but this one has an index. */
export function hasSymbols(searchText: AnyColumn, terms: string[]): SQL | undefined {
  const symbols = terms.filter((term) => !hasLetterOrDigit(term));
  return and(
    ...symbols.map(
      (term) => sql`search_signs(${searchText}) @> coalesce(search_signs(fold_text(${term})), '{}'::text[])`,
    ),
  );
}
