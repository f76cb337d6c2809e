/** The encodings of CSV files. Those that aren't Unicode have a byte for each character. */
export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1256",
  "macintosh",
] as const;

export type Encoding = (typeof encodings)[number];

export type SingleByteEncoding = Exclude<Encoding, `utf-${string}`>;

/** Replaces bytes that don't fit the encoding: a lone surrogate, which correct text never contains (`isWellFormed`). */
export const unreadable = "\udfff";

/** Decodes any part of a file. `TextDecoder` makes control characters of bytes without a character. */
export function decodeSingleBytes(bytes: Uint8Array, encoding: SingleByteEncoding): string {
  return new TextDecoder(encoding).decode(bytes).replaceAll(/[\u0080-\u009f]/g, unreadable);
}
