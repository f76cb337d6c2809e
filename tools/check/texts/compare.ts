import type { Language } from "#i18n/languages.ts";
import type { Finding } from "../finding.ts";
import { languageKeys, source, type Messages, type Namespace, type Text } from "./messages.ts";
import { mayEqualEnglish } from "./same-as-english.ts";

/** Forms that may express their number in words ("a book", "no books"). */
const formsInWords = ["zero", "one", "two"];

/** Compares the texts of each language with the English ones. */
export function compareLanguages({ messages }: Namespace): Finding[] {
  const original = messages.get(source)?.texts;
  if (!original) return [];
  return languageKeys.flatMap((language) => {
    const translated = messages.get(language);
    if (!translated) return [];
    return [...missing(language, original, translated), ...incorrect(language, original, translated)];
  });
}

/** The keys that have plural forms: `books` if there is `books_other`. */
export function pluralKeys(keys: Iterable<string>): Set<string> {
  return new Set(
    [...keys].filter((key) => key.endsWith("_other")).map((key) => key.slice(0, -"_other".length)),
  );
}

/** Splits `books_one` into the key `books` and the form `one`. */
export function splitPlural(key: string, plurals: Set<string>): { key: string; form?: string } {
  const [, base, form] = /^(.+)_(zero|one|two|few|many|other)$/.exec(key) ?? [];
  return base && form && plurals.has(base) ? { key: base, form } : { key };
}

/** The names in `{{name}}` and `{{name, format}}`. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{\{-?\s*([^},\s]+)[^}]*\}\}/g)].map(([, name = ""]) => name);
}

/** The plural forms of a language (Unicode CLDR). */
function formsOf(language: Language): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

function missing(language: Language, original: Map<string, Text>, { file, texts }: Messages): Finding[] {
  const plurals = pluralKeys(original.keys());
  const wanted = [...original.keys()].flatMap((key) => {
    const plural = splitPlural(key, plurals);
    return plural.form ? formsOf(language).map((form) => `${plural.key}_${form}`) : [key];
  });
  return [...new Set(wanted)]
    .filter((key) => !texts.has(key))
    .map((key) => ({
      file,
      problem: `lacks "${key}": ${original.get(key)?.text ?? "a plural form of this language"}`,
    }));
}

function incorrect(language: Language, original: Map<string, Text>, { file, texts }: Messages): Finding[] {
  const plurals = pluralKeys(original.keys());
  return [...texts].flatMap(([fullKey, { text, line }]) => {
    const { key, form } = splitPlural(fullKey, plurals);
    const english = original.get(form ? `${key}_other` : key)?.text;
    const found = (problem: string): Finding => ({ file, line, problem: `"${fullKey}" ${problem}` });
    if (english === undefined) return [found(`is not in ${source}.json: delete it, or add it there`)];
    if (form && !formsOf(language).includes(form))
      return [found(`is a plural form that ${language} does not have`)];
    if (!text.trim()) return [found("is empty")];
    const findings = placeholderProblems(english, text, form).map(found);
    if (language !== source && isUntranslated(language, original, fullKey, text)) {
      findings.push(
        found("is the English text: translate it, or add it to tools/check/texts/same-as-english.ts"),
      );
    }
    return findings;
  });
}

function placeholderProblems(english: string, text: string, form: string | undefined): string[] {
  const [wanted, given] = [new Set(placeholdersOf(english)), new Set(placeholdersOf(text))];
  const lacking = [...wanted.difference(given)];
  const unknown = [...given.difference(wanted)];
  const mayLack = form && formsInWords.includes(form) ? 1 : 0;
  return [
    ...(lacking.length > mayLack ? [`lacks ${lacking.map((name) => `{{${name}}}`).join(", ")}`] : []),
    ...unknown.map((name) => `has {{${name}}}, which the English text does not have`),
  ];
}

function isUntranslated(language: Language, original: Map<string, Text>, key: string, text: string): boolean {
  return original.get(key)?.text === text && !mayEqualEnglish(language, text);
}
