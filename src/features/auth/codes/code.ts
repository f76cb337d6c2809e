import { codeLength } from "../limits.ts";

/** Code points of the zeros of scripts in which codes are typed: Arabic-Indic, its eastern form, full-width. */
const zeros = [0x06_60, 0x06_f0, 0xff_10];

/**
 * Checks what was typed or pasted as a code. Spaces and hyphens of every kind, and the invisible marks that come along
 * when a code is copied, are left out; digits of any of the scripts above are read.
 * @returns the code in ASCII digits, as it is compared; where there is a problem, as it was typed
 */
export function checkCode(text: string): {
  code: string;
  problem: "CODE_REQUIRED" | "CODE_LENGTH" | undefined;
} {
  const code = text
    .slice(0, 100)
    .replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0) ?? digit));
  if (!code) return { code: text, problem: "CODE_REQUIRED" };
  const isCode = code.length === codeLength && /^[0-9]+$/.test(code);
  return isCode ? { code, problem: undefined } : { code: text, problem: "CODE_LENGTH" };
}

function digitValue(codePoint: number): number | undefined {
  const zero = zeros.find((start) => codePoint >= start && codePoint < start + 10);
  return zero === undefined ? undefined : codePoint - zero;
}
