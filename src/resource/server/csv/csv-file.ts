import { isUtf8 } from "node:buffer";
import { decodeSingleBytes, unreadable, type Encoding } from "../../csv/encodings.ts";
import { guessEncoding, type EncodingGuess } from "../../csv/guess-encoding.ts";

/** A whole file in memory. */
export type CsvFile = { bytes: Buffer } & Pick<EncodingGuess, "encoding">;

/** @param encoding guessed by default */
export function createCsvFile(bytes: Buffer, encoding = guessEncoding(bytes).encoding): CsvFile {
  return { bytes, encoding };
}

/**
 * Decodes a file in chunks, without its byte order mark. A binary file has no text. Bytes that don't fit the encoding, and
 * zeros, which no text has, are replaced by `unreadable`.
 */
export function* decodeText({ bytes, encoding }: CsvFile, chunkBytes = 64 * 1024): Generator<string> {
  if (encoding === "binary") return;
  let start = 0;
  while (start < bytes.length) {
    const end = endOfChunk(bytes, start + chunkBytes, encoding);
    const text = decodeChunk(bytes.subarray(start, end), encoding).replaceAll("\0", unreadable);
    yield start === 0 ? text.replace(/^\ufeff/, "") : text;
    start = end;
  }
}

/** The end of a chunk, moved to the beginning of a character. */
function endOfChunk(bytes: Buffer, end: number, encoding: Encoding): number {
  if (end >= bytes.length) return bytes.length;
  if (encoding.startsWith("utf-16")) return end - (end % 2);
  if (encoding !== "utf-8") return end;
  const isStart = (at: number) => ((bytes[at] ?? 0) & 0xc0) !== 0x80;
  return [end, end - 1, end - 2, end - 3].find(isStart) ?? end;
}

function decodeChunk(chunk: Buffer, encoding: Encoding): string {
  if (encoding === "utf-8") return decodeUtf8(chunk);
  if (encoding !== "utf-16le" && encoding !== "utf-16be") return decodeSingleBytes(chunk, encoding);
  const isCut = chunk.length % 2 === 1;
  const pairs = Buffer.from(isCut ? chunk.subarray(0, -1) : chunk);
  if (encoding === "utf-16be") pairs.swap16();
  return pairs.toString("utf16le") + (isCut ? unreadable : "");
}

/** Line by line if bytes don't fit, because U+FFFD may also be in the file. */
function decodeUtf8(chunk: Buffer): string {
  if (isUtf8(chunk)) return chunk.toString();
  let text = "";
  for (let start = 0; start < chunk.length;) {
    const lineBreak = chunk.indexOf("\n", start);
    const end = lineBreak < 0 ? chunk.length : lineBreak + 1;
    const line = chunk.subarray(start, end);
    text += isUtf8(line) ? line.toString() : line.toString().replaceAll("\ufffd", unreadable);
    start = end;
  }
  return text;
}
