import { z } from "zod";
import type { Language } from "#i18n/languages.ts";

/** The words for true and false in files. */
export const yesNoWords: Record<Language, { yes: string; no: string }> = {
  en: { yes: "yes", no: "no" },
  fr: { yes: "oui", no: "non" },
  ar: { yes: "نعم", no: "لا" },
  sw: { yes: "ndiyo", no: "hapana" },
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
