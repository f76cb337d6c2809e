import { codeLength } from "./limits.ts";

/** Code points of the zeros of scripts in which codes are typed: Arabic-Indic, its eastern form, full-width. */
const zeros = [0x06_60, 0x06_f0, 0xff_10];

/**
 * A code as it is compared: ASCII digits. Spaces and hyphens of every kind, and the invisible marks that come along
 * when a code is copied, are left out.
 * @returns undefined where what remains is not 6 digits
 */
export function normalizeCode(text: string): string | undefined {
  if (text.length > 100) return undefined;
  const digits = text
    .replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0) ?? digit));
  return digits.length === codeLength && /^[0-9]+$/.test(digits) ? digits : undefined;
}

function digitValue(codePoint: number): number | undefined {
  const zero = zeros.find((start) => codePoint >= start && codePoint < start + 10);
  return zero === undefined ? undefined : codePoint - zero;
}
