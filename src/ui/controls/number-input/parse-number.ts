import { toLatinDigits } from "../to-latin-digits.ts";

/** A number as text: its sign, and its digits before and after the decimal separator. */
type Decimal = { isNegative: boolean; whole: string; fraction: string };

/** The symbols of a number format. */
export type NumberSymbols = {
  group: Set<string>;
  decimal: Set<string>;
  /** Currency and percent symbols, with the marks and spaces around them. */
  decoration: string[];
  /** The digits 0 to 9 of the format. */
  digits: string[];
  /** Whether every number is shown with a decimal separator. */
  alwaysDecimal: boolean;
};

/** The digits of the largest safe integer. */
const maxDigits = 16;

/**
 * Parses a typed or pasted number exactly, as decimal text. Accepts the locale's separators and digits, Arabic and Latin
 * ones, spaces between groups, and a minus before or after the number. If a format always shows decimals and the locale
 * groups with commas, "12,50" is invalid, because it more likely means 12.5 than 1250.
 * @returns `undefined` if the text is no number
 */
export function parseDecimal(text: string, symbols: NumberSymbols): Decimal | undefined {
  const plain = symbols.decoration.reduce(
    (rest, mark) => rest.replace(mark, ""),
    toLatinDigits(toPlainDigits(text, symbols.digits)),
  );
  const [, before = "", body = "", after = ""] = /^\s*([-\u2212+]?)(.*?)([-\u2212]?)\s*$/s.exec(plain) ?? [];
  if (before && after) return undefined;

  const parts = splitDecimal(body.trim().replaceAll(/\s/g, " "), symbols);
  if (!parts || (parts.whole === "" && parts.fraction === "")) return undefined;
  const whole = parts.whole.replace(/^0+/, "");
  if (whole.length > maxDigits) return undefined;
  return { isNegative: /[-\u2212]/.test(before + after), whole, fraction: parts.fraction };
}

function toPlainDigits(text: string, digits: string[]): string {
  return [...text]
    .map((character) => (digits.includes(character) ? digits.indexOf(character) : character))
    .join("");
}

function splitDecimal(body: string, { group, decimal, alwaysDecimal }: NumberSymbols) {
  const isDecimal = (symbol: string) => decimal.has(symbol);
  const isGroup = (symbol: string) => group.has(symbol) || symbol === " ";
  const separators = body.replaceAll(/\d/g, "");
  const last = separators.at(-1) ?? "";
  const groups = isDecimal(last) ? separators.slice(0, -1) : separators;

  // All group separators are the same, and between digits.
  if (![...groups].every((symbol) => isGroup(symbol) && symbol === groups[0])) return undefined;
  const at = isDecimal(last) ? body.indexOf(last) : body.length;
  const [whole, fraction] = [body.slice(0, at), body.slice(at + 1)];
  if (groups && !/^\d+(?:\D\d+)*$/.test(whole)) return undefined;
  if (alwaysDecimal && at === body.length && /^\d+\D\d\d?$/.test(whole)) return undefined;
  return { whole: whole.replaceAll(/\D/g, ""), fraction };
}

/**
 * Converts a decimal to units of a power of ten, rounding half away from zero. It works on the digits, because in binary
 * arithmetic 1.005 * 100 is less than 100.5.
 * @param digits the decimals of the unit: 2 for cents
 */
export function toUnits({ isNegative, whole, fraction }: Decimal, digits: number): bigint {
  const down = BigInt(whole + fraction.padEnd(digits, "0").slice(0, digits) || "0");
  const nearest = (fraction[digits] ?? "0") >= "5" ? down + 1n : down;
  return isNegative ? -nearest : nearest;
}
