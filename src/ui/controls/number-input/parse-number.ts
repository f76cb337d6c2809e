import { toLatinDigits } from "../to-latin-digits.ts";

/** A number as text: its sign, and its digits before and after the decimal sign. */
type Decimal = { isNegative: boolean; whole: string; fraction: string };

/** How a format writes numbers. */
export type NumberSigns = {
  group: Set<string>;
  decimal: Set<string>;
  /** Currency or percent signs, and the marks and spaces around them. */
  decoration: string[];
  /** The format's own digits, 0 to 9. */
  digits: string[];
  /** The format shows a decimal sign in every number. */
  alwaysDecimal: boolean;
};

/** The most digits that a safe integer has; whoever types more means none. */
const mostDigits = 16;

/**
 * Reads a number that was typed or pasted, exactly, as decimal text. The locale decides what a sign means; '.' and ','
 * are decimal signs where the locale has no other use for them, the Arabic ones always mean what they are, and spaces
 * may separate groups. Digits may be Latin, Arabic, Persian or the format's own; a minus stands before or after.
 *
 * Where a format always shows decimals, "12,50" in a locale that groups with commas is refused: it is rather a foreign
 * decimal sign than 1250.
 *
 * @returns `undefined` if the text is no number.
 */
export function readDecimal(text: string, signs: NumberSigns): Decimal | undefined {
  const plain = signs.decoration.reduce(
    (rest, mark) => rest.replace(mark, ""),
    toLatinDigits(digitsOf(text, signs.digits)),
  );
  const [, before = "", body = "", after = ""] = /^\s*([-\u2212+]?)(.*?)([-\u2212]?)\s*$/s.exec(plain) ?? [];
  if (before && after) return undefined;

  const parts = split(body.trim().replaceAll(/\s/g, " "), signs);
  if (!parts || (parts.whole === "" && parts.fraction === "")) return undefined;
  const whole = parts.whole.replace(/^0+/, "");
  if (whole.length > mostDigits) return undefined;
  return { isNegative: /[-\u2212]/.test(before + after), whole, fraction: parts.fraction };
}

function digitsOf(text: string, digits: string[]): string {
  return [...text].map((sign) => (digits.includes(sign) ? digits.indexOf(sign) : sign)).join("");
}

function split(body: string, { group, decimal, alwaysDecimal }: NumberSigns) {
  const isDecimal = (sign: string) => decimal.has(sign);
  const isGroup = (sign: string) => group.has(sign) || sign === " ";
  const signs = body.replaceAll(/\d/g, "");
  const last = signs.at(-1) ?? "";
  const groups = isDecimal(last) ? signs.slice(0, -1) : signs;

  // All groups are separated alike, and between digits.
  if (![...groups].every((sign) => isGroup(sign) && sign === groups[0])) return undefined;
  const at = isDecimal(last) ? body.indexOf(last) : body.length;
  const [whole, fraction] = [body.slice(0, at), body.slice(at + 1)];
  if (groups && !/^\d+(?:\D\d+)*$/.test(whole)) return undefined;
  if (alwaysDecimal && at === body.length && /^\d+\D\d\d?$/.test(whole)) return undefined;
  return { whole: whole.replaceAll(/\D/g, ""), fraction };
}

/**
 * A decimal in units of a power of ten, rounded to the nearest, halves away from zero. On its digits, because 1.005
 * times 100 is less than 100.5 for a computer.
 *
 * @param digits how many decimals the unit has: 2 for cents.
 */
export function toUnits({ isNegative, whole, fraction }: Decimal, digits: number): bigint {
  const down = BigInt(whole + fraction.padEnd(digits, "0").slice(0, digits) || "0");
  const nearest = (fraction[digits] ?? "0") >= "5" ? down + 1n : down;
  return isNegative ? -nearest : nearest;
}
