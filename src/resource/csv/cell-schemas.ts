import { z } from "zod";
import type { Language } from "#i18n/languages.ts";
import type { CellValue } from "../cell-value.ts";

/** The words for true and false in files. */
export const yesNoWords: Record<Language, { yes: string; no: string }> = {
  en: { yes: "yes", no: "no" },
  fr: { yes: "oui", no: "non" }, // optional: fr
  ar: { yes: "نعم", no: "لا" }, // optional: ar
  sw: { yes: "ndiyo", no: "hapana" }, // optional: sw
};

const words = Object.values(yesNoWords);
const yes = ["true", "1", ...words.map((each) => each.yes)];
const no = ["false", "0", ...words.map((each) => each.no)];

/** A cell with a number: without grouping, with a decimal point or comma. @param schema of the number */
export function numberCell<Schema extends z.ZodType<number | null>>(schema: Schema) {
  return z.preprocess((cell: unknown) => {
    if (typeof cell !== "string") return null;
    const text = cell.trim().replace(",", ".");
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : cell;
  }, schema);
}

/** A cell with an amount, whose value is in cents: "12.50" or "12,5". @param schema of the cents */
export function moneyCell<Schema extends z.ZodType<number | null>>(schema: Schema) {
  return z.preprocess((cell: unknown) => {
    if (typeof cell !== "string") return null;
    const [, sign = "", units, cents = ""] = /^(-?)(\d+)(?:[.,](\d{1,2}))?$/.exec(cell.trim()) ?? [];
    return units === undefined ? cell : Number(`${sign}${units}${cents.padEnd(2, "0")}`);
  }, schema);
}

/** An amount in cents as `moneyCell` reads it. */
export function amountOf(cents: CellValue): CellValue {
  return typeof cents === "number" ? cents / 100 : null;
}

/** A cell with yes or no in any language of the product; a blank one is no. */
export const flagCell = z.preprocess((cell: unknown) => {
  if (typeof cell !== "string") return false;
  const word = cell.trim().toLowerCase();
  return yes.includes(word) || (no.includes(word) ? false : cell);
}, z.boolean());

/** A cell whose text a schema takes as it is; a blank one is null. */
export function textCell<Schema extends z.ZodType<string | null>>(schema: Schema) {
  return z.preprocess((cell: unknown) => (typeof cell === "string" ? cell.trim() : null), schema);
}

/** A cell with one of a few values, in any case; a blank one is null. */
export function choiceCell<Schema extends z.ZodType<string | null>>(
  values: readonly string[],
  schema: Schema,
) {
  return z.preprocess((cell: unknown) => {
    if (typeof cell !== "string") return null;
    const text = cell.trim().toLowerCase();
    return values.find((value) => value.toLowerCase() === text) ?? cell;
  }, schema);
}
