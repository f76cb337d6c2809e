import { decodeSingleBytes, unreadable, type Encoding, type SingleByteEncoding } from "./encodings.ts";

/** "binary" is a file that isn't text, like a spreadsheet's own format. */
export type EncodingGuess = {
  encoding: Encoding | "binary";
  /** Whether a byte order mark names it, or the whole file is valid UTF-8. */
  isCertain: boolean;
};

const chunkBytes = 64 * 1024;

/** Finds the encoding that most of a file's bytes fit. */
export function guessEncoding(bytes: Uint8Array): EncodingGuess {
  const marked = encodingOfMark(bytes);
  if (marked) return { encoding: marked, isCertain: true };
  const start = bytes.subarray(0, chunkBytes);
  if (start.includes(0)) {
    const encoding = guessUtf16(start);
    if (encoding) return { encoding, isCertain: false };
    if (countControls(start) > start.length / 100) return { encoding: "binary", isCertain: true };
  }
  return guessUtf8(bytes);
}

function encodingOfMark([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  return undefined;
}

/** In UTF-16, delimiters, digits, spaces and line breaks have a zero byte, on the same side. */
function guessUtf16(start: Uint8Array): Encoding | undefined {
  const zeros = [0, 0] as [number, number];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2 ? 1 : 0] += 1;
  const encoding = zeros[1] > zeros[0] ? "utf-16le" : "utf-16be";
  if (Math.max(...zeros) < start.length / 100) return undefined;
  const text = new TextDecoder(encoding).decode(start);
  const unlikely = text.match(/(?![\t\r\n])\p{Cc}|\ufffd/gu) ?? [];
  return text.includes("\0") || unlikely.length > text.length / 20 ? undefined : encoding;
}

function countControls(bytes: Uint8Array): number {
  return bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
}

/** How many chunks are compared from the first one on that isn't valid UTF-8. */
const comparedChunks = 16;

/** UTF-8, if at least as many bytes continue a character as don't fit. Other encodings have such bytes by chance only. */
function guessUtf8(bytes: Uint8Array): EncodingGuess {
  const decoder = new TextDecoder();
  let invalidCount = 0;
  let continuingCount = 0;
  let sample: Uint8Array | undefined;
  let end = bytes.length;
  for (let start = 0; start < end; start += chunkBytes) {
    const chunk = bytes.subarray(start, start + chunkBytes);
    const text = decoder.decode(chunk, { stream: start + chunkBytes < bytes.length });
    continuingCount += chunk.length - text.length;
    if (!text.includes("\ufffd")) continue;
    invalidCount += text.split("\ufffd").length - 1;
    sample ??= chunk;
    end = Math.min(end, start + comparedChunks * chunkBytes);
  }
  if (!sample) return { encoding: "utf-8", isCertain: true };
  const isUtf8 = invalidCount <= continuingCount;
  return { encoding: isUtf8 ? "utf-8" : guessSingleBytes(sample), isCertain: false };
}

/** The first of equally likely ones is chosen. */
const singleByteEncodings: SingleByteEncoding[] = ["windows-1252", "windows-1256", "macintosh"];

/** Capitals and symbols within words, words in two scripts, and bytes without a character: signs of a wrong encoding. */
const unlikelyInText = new RegExp(
  [
    unreadable,
    String.raw`\p{Ll}\p{Lu}`,
    String.raw`\p{L}\p{Lu}\p{Ll}`,
    String.raw`\p{L}[^\0-\u007f\p{L}\p{M}\p{Zs}’]\p{L}`,
    String.raw`\p{Script=Arabic}\p{Script=Latin}`,
    String.raw`\p{Script=Latin}\p{Script=Arabic}`,
  ].join("|"),
  "gu",
);

function guessSingleBytes(sample: Uint8Array): SingleByteEncoding {
  const counts = singleByteEncodings.map((encoding) => {
    return decodeSingleBytes(sample, encoding).match(unlikelyInText)?.length ?? 0;
  });
  return singleByteEncodings[counts.indexOf(Math.min(...counts))] ?? "windows-1252";
}
