const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Replaces Arabic and Persian digits by Latin ones, and removes invisible direction marks. */
export function toLatinDigits(text: string): string {
  return text
    .replaceAll(directionMarks, "")
    .replaceAll(easternDigits, (digit) => String(digit.charCodeAt(0) & 0xf));
}
