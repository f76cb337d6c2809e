import { toLatinDigits } from "../to-latin-digits.ts";
import { readDecimal, toUnits, type NumberSigns } from "./parse-number.ts";

/** How a number is shown; at most three decimals unless told. Amounts in cents always have two. */
export type NumberStyle = Pick<
  Intl.NumberFormatOptions,
  "style" | "currency" | "currencyDisplay" | "minimumFractionDigits" | "maximumFractionDigits" | "useGrouping"
>;

/** A value as people see and type it. */
export type NumberText = {
  /** "" for no value. */
  format: (value: number | null) => string;
  /** `null` for no text, `undefined` for what is no number, or one beyond what can be counted exactly. */
  parse: (text: string) => number | null | undefined;
  /** Removes what binary arithmetic adds: 0.1 + 0.2 is 0.3. */
  round: (value: number) => number;
  /** What is shown as 1: 100 cents, or 1 percent. */
  one: number;
};

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

const made = new Map<string, NumberText>();

/**
 * How a number input shows its values and reads them.
 *
 * @param inCents values are whole cents, and are shown divided by 100 (specification, "Amount input").
 * @throws RangeError for a locale or a currency that there is not.
 */
export function numberText(locale: string, style: NumberStyle = {}, inCents = false): NumberText {
  const key = JSON.stringify([locale, style, inCents]);
  const text = made.get(key) ?? makeNumberText(locale, style, inCents);
  made.set(key, text);
  return text;
}

function makeNumberText(locale: string, style: NumberStyle, inCents: boolean): NumberText {
  const format = new Intl.NumberFormat(locale, inCents ? { ...style, ...twoDecimals } : style);
  const signs = signsOf(format);
  const decimals = inCents ? 2 : (format.resolvedOptions().maximumFractionDigits ?? 0);
  // A percentage is stored as a hundredth of what is shown, an amount in cents as a hundred times that.
  const exponent = (inCents ? 0 : -decimals) - (style.style === "percent" ? 2 : 0);

  return {
    // As text, because not every number of cents divided by 100 is a binary number that shows the same cents.
    format: (value) =>
      value === null ? "" : format.format(inCents ? (`${value}e-2` as `${number}`) : value),
    parse(text) {
      if (text.trim() === "") return null;
      const decimal = readDecimal(text, signs);
      if (!decimal) return undefined;
      const value = Number(`${toUnits(decimal, decimals)}e${exponent}`);
      return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
    },
    one: inCents ? 100 : style.style === "percent" ? 0.01 : 1,
    round: (value) => Number(value.toFixed(Math.min(-exponent, 100))),
  };
}

/** What a format writes besides digits, as it writes it itself, and with Latin digits, as keyboards do. */
function signsOf(format: Intl.NumberFormat): NumberSigns {
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
    decimal: new Set(["\u066b", ...written("decimal"), ...[".", ","].filter((sign) => !group.has(sign))]),
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
