/** The parameters of Punycode (RFC 3492, section 5). */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialN = 128;

/**
 * What a label of a domain name stands for (RFC 3492, section 6.2).
 * @param label without its "xn--"; at most 59 characters
 * @returns undefined where it is not Punycode
 */
export function decodeLabel(label: string): string | undefined {
  const delimiter = label.lastIndexOf("-");
  const output = [...label.slice(0, Math.max(delimiter, 0))].map((character) => character.charCodeAt(0));
  let n = initialN;
  let i = 0;
  let bias = initialBias;
  for (let index = delimiter + 1; index < label.length;) {
    const before = i;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(label.charCodeAt(index++));
      if (digit === undefined) return undefined;
      i += digit * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = output.length + 1;
    bias = adapt(i - before, length, before === 0);
    n += Math.floor(i / length);
    if (n > 0x10_ff_ff) return undefined;
    output.splice(i % length, 0, n);
    i = (i % length) + 1;
  }
  return String.fromCodePoint(...output);
}

/** a to z are 0 to 25, 0 to 9 are 26 to 35; beyond the label's end there is none. */
function digitOf(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? letter - 0x61 : undefined;
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(isFirst ? delta / damp : delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
