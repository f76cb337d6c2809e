import { toLatinDigits } from "../to-latin-digits.ts";
import { parseDecimal, toUnits, type NumberSymbols } from "./parse-number.ts";

/** The format of numbers; by default with at most three decimals. Amounts in cents always have two. */
export type NumberStyle = Pick<
  Intl.NumberFormatOptions,
  "style" | "currency" | "currencyDisplay" | "minimumFractionDigits" | "maximumFractionDigits" | "useGrouping"
>;

/** Formats and parses values. */
export type NumberText = {
  /** Returns "" for `null`. */
  format: (value: number | null) => string;
  /** Returns `null` for empty text, and `undefined` for text that is no number or beyond the safe integers. */
  parse: (text: string) => number | null | undefined;
  /** Removes binary rounding errors: 0.1 + 0.2 becomes 0.3. */
  round: (value: number) => number;
  /** The value that is shown as 1: 100 cents, or 1 percent. */
  one: number;
};

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

const cache = new Map<string, NumberText>();

/**
 * The format and parser of a number input.
 * @param inCents values are integer numbers of cents, shown divided by 100 (specification, "Amount input")
 * @throws RangeError for an unknown locale or currency
 */
export function numberText(locale: string, style: NumberStyle = {}, inCents = false): NumberText {
  const key = JSON.stringify([locale, style, inCents]);
  const text = cache.get(key) ?? createNumberText(locale, style, inCents);
  cache.set(key, text);
  return text;
}

function createNumberText(locale: string, style: NumberStyle, inCents: boolean): NumberText {
  const format = new Intl.NumberFormat(locale, inCents ? { ...style, ...twoDecimals } : style);
  const symbols = symbolsOf(format);
  const decimals = inCents ? 2 : (format.resolvedOptions().maximumFractionDigits ?? 0);
  // A percentage is stored as a hundredth of what is shown, an amount in cents as a hundred times what is shown.
  const exponent = (inCents ? 0 : -decimals) - (style.style === "percent" ? 2 : 0);

  return {
    // As text: dividing by 100 isn't exact in binary arithmetic.
    format: (value) =>
      value === null ? "" : format.format(inCents ? (`${value}e-2` as `${number}`) : value),
    parse(text) {
      if (text.trim() === "") return null;
      const decimal = parseDecimal(text, symbols);
      if (!decimal) return undefined;
      const value = Number(`${toUnits(decimal, decimals)}e${exponent}`);
      return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
    },
    one: inCents ? 100 : style.style === "percent" ? 0.01 : 1,
    round: (value) => Number(value.toFixed(Math.min(-exponent, 100))),
  };
}

/** The symbols that a format uses, both with its own digits and with Latin digits, as keyboards have them. */
function symbolsOf(format: Intl.NumberFormat): NumberSymbols {
  const { locale, numberingSystem, style, currency, currencyDisplay, minimumFractionDigits } =
    format.resolvedOptions();
  const parts = [numberingSystem, "latn"].flatMap((digits) =>
    new Intl.NumberFormat(locale, {
      numberingSystem: digits,
      style,
      currency,
      currencyDisplay,
      useGrouping: true,
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }).formatToParts(1_234_567.5),
  );
  const written = (...types: Intl.NumberFormatPartTypes[]) =>
    parts.filter(({ type }) => types.includes(type)).map(({ value }) => value);
  const group = new Set(["\u066c", ...written("group")]);
  if (group.has("\u2019")) group.add("'");
  return {
    group,
    decimal: new Set(["\u066b", ...written("decimal"), ...[".", ","].filter((symbol) => !group.has(symbol))]),
    decoration: [
      ...new Set(
        [...written("currency"), ...(style === "percent" ? ["%", "\u066a"] : [])].map(toLatinDigits),
      ),
    ],
    digits: Array.from({ length: 10 }, (_, digit) =>
      new Intl.NumberFormat(locale, { numberingSystem }).format(digit),
    ),
    alwaysDecimal: (minimumFractionDigits ?? 0) > 0,
  };
}
