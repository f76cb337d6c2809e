import { UserError } from "../bootstrap/errors.mjs";
import type { Names } from "./definition.ts";

const reservedInCode =
  "arguments async await break case catch class const continue debugger default delete do else enum eval export " +
  "extends false finally for function if implements import in instanceof interface let new null package private " +
  "protected public return static super switch this throw true try typeof undefined var void while with yield";

/** PostgreSQL 18's reserved words. */
const reservedInSql =
  "all analyse analyze and any array as asc asymmetric authorization between binary both case cast check collate " +
  "collation column concurrently constraint create cross current default deferrable desc distinct do else end except " +
  "false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is isnull join " +
  "lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer " +
  "overlaps placing primary references returning right select similar some symmetric system table tablesample then to " +
  "trailing true union unique user using variadic verbose when where window with";

/** Names that generated code has for something else, as fields or as URL parameters. */
const takenFields =
  "id created createdAt updated updatedAt version searchText searchTerm sort direction after limit selected hidden view " +
  "slot count draft";

const takenResources =
  "api app boolean check column control cursor database date day draft draftschema drizzle eq example export feature " +
  "field fields filter form from handler id import index integer kind link list manager message new number operation " +
  "page permission query record relation resource row schema search selected sort sql store t table testing text time " +
  "user uuid value z";

const words = (text: string) => new Set(text.split(" "));
const reserved = words(`${reservedInCode} ${reservedInSql}`);
const fieldNames = words(takenFields);
const resourceNames = words(takenResources);

/**
 * The plural of an English noun by its ending: -y after a consonant becomes -ies, -s, -x, -z, -ch and -sh get -es, and
 * everything else -s.
 */
export function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, "ies");
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** @param text "wine" or "person/people" @throws UserError */
export function parseResourceNames(text: string): Names {
  const [one = "", many = pluralOf(one), ...rest] = text.split("/");
  if (rest.length > 0) throw new UserError(`"${text}" has several plurals: write one, as in person/people.`);
  for (const word of [one, many]) checkFeatureName(word);
  if (one === many)
    throw new UserError(
      `The plural of "${one}" must differ from it: give another one, for example ${one}/${one}list.`,
    );
  return { one, many, One: capitalize(one), Many: capitalize(many) };
}

/** @throws UserError unless it is one word that generated code can use */
export function checkFeatureName(name: string): void {
  if (!/^[a-z][a-z\d]{0,29}$/.test(name))
    throw new UserError(
      `"${name}" is not possible as a name: write one word of small letters, for example wine.`,
    );
  const isTaken = reserved.has(name) || resourceNames.has(name);
  if (isTaken || Object.hasOwn(globalThis, capitalize(name)))
    throw new UserError(`"${name}" has a meaning in the code or in SQL already: choose another word.`);
}

/** @throws UserError if a field can't have the name */
export function checkFieldName(name: string, { one, many }: Names): void {
  if (!/^[a-z][a-zA-Z\d]{0,29}$/.test(name))
    throw new UserError(`"${name}" is no name of a field: write one like drinkFrom, of letters and digits.`);
  const isTaken = reserved.has(name) || reserved.has(toColumn(name)) || fieldNames.has(name);
  if (isTaken || name === one || name === many)
    throw new UserError(`"${name}" has a meaning in the code or in SQL already: name the field otherwise.`);
}

/** "drinkFrom" as "drink_from". */
export function toColumn(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** "drinkFrom" as "Drink from". */
export function toLabel(name: string): string {
  return capitalize(toColumn(name).replaceAll("_", " "));
}

export function capitalize(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase());
}
