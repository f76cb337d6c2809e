import type { Finding } from "../run-checks.ts";
import type { Namespace } from "./messages.ts";

/** The names of plural forms (Unicode CLDR). */
export const pluralForms = ["zero", "one", "two", "few", "many", "other"];

/** Forms that may express their number in words ("a book", "no books"). */
const formsInWords = ["zero", "one", "two"];

/** Compares the texts of each language with the English ones. */
export function compareLanguages({ folder, texts }: Namespace): Finding[] {
  return Object.entries(texts).flatMap(([language, translated]) => {
    const problems = [
      ...missing(language, texts.en, translated),
      ...incorrect(language, texts.en, translated),
    ];
    return problems.map((problem) => ({ file: `${folder}/${language}.json`, problem }));
  });
}

/** The keys that have plural forms: `books` if there is `books_other`. */
export function pluralKeys(texts: Map<string, string>): Set<string> {
  const keys = [...texts.keys()].filter((key) => key.endsWith("_other"));
  return new Set(keys.map((key) => key.slice(0, -"_other".length)));
}

/** Splits `books_one` into the key `books` and the form `one`. */
export function splitPlural(key: string, plurals: Set<string>): { key: string; form?: string } {
  const [, base, form] = new RegExp(`^(.+)_(${pluralForms.join("|")})$`).exec(key) ?? [];
  return base && form && plurals.has(base) ? { key: base, form } : { key };
}

/** The names in `{{name}}` and `{{name, format}}`. */
export function placeholdersOf(text: string): Set<string> {
  return new Set([...text.matchAll(/\{\{-?\s*([^},\s]+)[^}]*\}\}/g)].map(([, name = ""]) => name));
}

/** The plural forms of a language (Unicode CLDR). */
function formsOf(language: string): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

function missing(language: string, english: Map<string, string>, texts: Map<string, string>): string[] {
  const plurals = pluralKeys(english);
  const wanted = [...english.keys()].flatMap((fullKey) => {
    const { key, form } = splitPlural(fullKey, plurals);
    return form ? formsOf(language).map((each) => `${key}_${each}`) : [key];
  });
  const lacking = new Set(wanted).difference(new Set(texts.keys()));
  return [...lacking].map((key) => `lacks "${key}": ${english.get(key) ?? "a plural form of this language"}`);
}

function incorrect(language: string, english: Map<string, string>, texts: Map<string, string>): string[] {
  const plurals = pluralKeys(english);
  return [...texts].flatMap(([fullKey, text]) => {
    const { key, form } = splitPlural(fullKey, plurals);
    const original = english.get(form ? `${key}_other` : key);
    const problem =
      original === undefined
        ? "is not in en.json: delete it, or add it there"
        : form && !formsOf(language).includes(form)
          ? `is a plural form that ${language} does not have`
          : text.trim()
            ? placeholderProblem(original, text, form)
            : "is empty";
    return problem ? [`"${fullKey}" ${problem}`] : [];
  });
}

function placeholderProblem(english: string, text: string, form: string | undefined): string | undefined {
  const [wanted, given] = [placeholdersOf(english), placeholdersOf(text)];
  const [unknown] = given.difference(wanted);
  if (unknown) return `has {{${unknown}}}, which the English text does not have`;
  const lacking = [...wanted.difference(given)];
  const mayLack = form && formsInWords.includes(form) ? 1 : 0;
  return lacking.length > mayLack ? `lacks ${lacking.map((name) => `{{${name}}}`).join(", ")}` : undefined;
}
