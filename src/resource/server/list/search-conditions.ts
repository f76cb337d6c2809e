import { and, sql, type AnyColumn, type SQL } from "drizzle-orm";
import { normalizeText } from "#lib/characters.ts";

/** The distinct terms of a search, separated by spaces. */
export function splitTerms(searchTerm: string): string[] {
  return [...new Set(searchTerm.split(/\s+/u).filter(Boolean))];
}

/**
 * Letters of scripts that put no spaces between words: Thai, Lao, Tibetan, Myanmar, Khmer and their neighbors, Chinese and
 * Japanese, Yi, Tangut. The same as in `search_letters` in the migrations.
 */
export const unspacedLetters =
  /[\u0e00-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u1b00-\u1b7f\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u30fa\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua4cf\ua980-\ua9ff\uaa60-\uaadf\uf900-\ufaff\u{116d0}-\u{1174f}\u{16fe0}-\u{18d7f}\u{1aff0}-\u{1b2ff}\u{20000}-\u{3ffff}]/u;

/** The index with which a term is found. */
type TermIndex = "trigrams" | "letters" | "symbols";

/** Trigrams contain only letters and digits, three of them unless they begin a word. A term without any, like "%", consists of symbols. */
export function indexOf(term: string): TermIndex {
  const folded = normalizeText(term, "NFKD");
  if (!/[\p{L}\p{N}]/u.test(folded)) return "symbols";
  // No trigram contains a vowel sign, for example of Thai.
  const isShort = [...folded.replaceAll(/\p{M}/gu, "")].length < 3;
  return isShort && unspacedLetters.test(folded) ? "letters" : "trigrams";
}

/** The condition that a column of folded text with a trigram index matches all terms (`search_pattern` in the migrations). */
export function matchesTerms(searchText: AnyColumn, terms: string[]): SQL | undefined {
  const conditions = terms.map((term) => {
    // For other terms the trigram index would return every row, so the expression keeps it from being used.
    const searched = indexOf(term) === "trigrams" ? searchText : sql`(${searchText} || '')`;
    return sql`${searched} like search_pattern(${term})`;
  });
  return and(...conditions);
}

/** The condition that a column contains the symbols of the terms, and the letters of those that no trigram has. `matchesTerms` implies it, but this one has indexes. */
export function hasSymbolsAndLetters(searchText: AnyColumn, terms: string[]): SQL | undefined {
  return and(...terms.map((term) => hasCharacters(searchText, term)));
}

function hasCharacters(searchText: AnyColumn, term: string): SQL | undefined {
  switch (indexOf(term)) {
    case "symbols":
      return sql`search_signs(${searchText}) @> coalesce(search_signs(fold_text(${term})), '{}'::text[])`;
    case "letters":
      return sql`search_letters(${searchText}) @> search_letters(fold_text(${term}))`;
    case "trigrams":
      return undefined;
  }
}
