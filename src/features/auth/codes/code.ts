import { withoutJoiners } from "#lib/characters.ts";
import { codeLength } from "../limits.ts";

/** Code points of the digit zero: Arabic-Indic, Extended Arabic-Indic, full-width. */
const zeros = [0x06_60, 0x06_f0, 0xff_10];

/**
 * Checks a typed or pasted code. It may contain spaces, hyphens, invisible formatting characters and digits of the scripts
 * above.
 * @returns the code in ASCII digits; unchanged if there is a problem
 */
export function checkCode(text: string): {
  code: string;
  problem: "CODE_REQUIRED" | "CODE_LENGTH" | undefined;
} {
  const code = withoutJoiners(text.slice(0, 100))
    .replaceAll(/[\s\p{Pd}\u2212]/gu, "")
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0) ?? digit));
  if (!code) return { code: text, problem: "CODE_REQUIRED" };
  const isCode = code.length === codeLength && /^[0-9]+$/.test(code);
  return isCode ? { code, problem: undefined } : { code: text, problem: "CODE_LENGTH" };
}

function digitValue(codePoint: number): number | undefined {
  const zero = zeros.find((start) => codePoint >= start && codePoint < start + 10);
  return zero === undefined ? undefined : codePoint - zero;
}
