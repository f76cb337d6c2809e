import { toLatinDigits } from "../to-latin-digits.ts";

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/**
 * The format and parser of a number input.
 * @param inCents values are integer numbers of cents, shown divided by 100 (specification, "Amount input"). Other values
 * have at most three decimals.
 * @param isGrouped whether thousands are set apart, as years are not
 * @throws RangeError for an unknown locale
 */
export function numberText(locale: string, inCents = false, isGrouped = true) {
  const format = new Intl.NumberFormat(locale, { useGrouping: isGrouped, ...(inCents && twoDecimals) });
  const decimals = inCents ? 2 : 3;
  const exponent = inCents ? 0 : -decimals;
  const toPlain = plainNumberParser(locale, inCents);
  return {
    /** Returns "" for `null`. As text: dividing by 100 isn't exact in binary arithmetic. */
    format: (value: number | null): string =>
      value === null ? "" : format.format(inCents ? (`${value}e-2` as `${number}`) : value),

    /** Returns `null` for empty text, and `undefined` for text that is no number or beyond the safe integers. */
    parse(text: string): number | null | undefined {
      if (text.trim() === "") return null;
      const plain = toPlain(text);
      if (plain === undefined) return undefined;
      // As text, and away from zero: 1.005 * 100 is less than 100.5 in binary arithmetic.
      const units = Math.round(Math.abs(Number(`${plain}e${decimals}`)));
      const value = Number(`${plain.startsWith("-") ? -units : units}e${exponent}`);
      return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
    },

    /** Removes binary rounding errors: 0.1 + 0.2 becomes 0.3. */
    round: (value: number): number => Number(value.toFixed(-exponent)),
  };
}

/**
 * Returns a function that rewrites a typed or pasted number as "-1234.5". It accepts the locale's separators and digits,
 * Arabic and Latin ones, spaces between groups, and a minus before or after the number.
 */
function plainNumberParser(locale: string, inCents: boolean) {
  const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions();
  const digits = new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210);
  // With the locale's own digits and with Latin ones, as keyboards have them.
  const parts = [numberingSystem, "latn"].flatMap((system) =>
    new Intl.NumberFormat(locale, { numberingSystem: system, useGrouping: true }).formatToParts(1_234_567.5),
  );
  const written = (wanted: string) =>
    parts.flatMap(({ type, value }) => (type === wanted && value.trim() ? [value] : []));
  const groups = new Set(["\u066c", ...written("group")]);
  if (groups.has("\u2019")) groups.add("'");
  const marks = ["\u066b", ...written("decimal"), ...[".", ","].filter((symbol) => !groups.has(symbol))];
  const group = `[${[...groups].join("")}]`;
  const number = new RegExp(
    `^([-+]?)(\\d*|\\d+(${group})\\d+(?:\\3\\d+)*)(?:([${marks.join("")}])(\\d*))?(-?)$`,
  );

  return (text: string): string | undefined => {
    const latin = [...text].map((character) => {
      const index = digits.indexOf(character);
      return index < 0 ? character : String(9 - index);
    });
    const typed = toLatinDigits(latin.join("")).replaceAll(/\s/g, "").replaceAll("\u2212", "-");
    const [, before, whole = "", separator, mark, fraction = "", after] = number.exec(typed) ?? [];
    if ((before && after) || whole + fraction === "") return undefined;
    // Two decimals are always shown, so that "12,50" more likely means 12.5 than 1250.
    if (inCents && !mark && separator && /^\d+\D\d\d?$/.test(whole)) return undefined;
    const isNegative = before === "-" || after === "-";
    return `${isNegative ? "-" : ""}${whole.replaceAll(/\D/g, "") || "0"}.${fraction || "0"}`;
  };
}
