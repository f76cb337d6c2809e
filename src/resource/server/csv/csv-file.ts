import { isUtf8 } from "node:buffer";
import { readBody } from "#server/http/read-body.ts";

/** "binary" is a file that isn't text, like a spreadsheet's own format. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "binary";

/** A whole file in memory. */
export type CsvFile = { bytes: Buffer; encoding: Encoding };

/**
 * Reads a body to its end and detects its encoding.
 * @param o.isTruncated the body is the beginning of a file and may end within a character
 * @returns undefined, without reading on, if the body has more than `maxBytes`
 */
export async function readCsvFile(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, isTruncated = false }: { maxBytes: number; isTruncated?: boolean },
): Promise<CsvFile | undefined> {
  const bytes = await readBody(body, maxBytes);
  return bytes && createCsvFile(bytes, isTruncated);
}

/** Detects a file's encoding. */
export function createCsvFile(bytes: Buffer, isTruncated = false): CsvFile {
  return { bytes, encoding: detectEncoding(bytes, isTruncated) };
}

/** Decodes a file in chunks, without its byte order mark. A binary file has no text. */
export function* decodeText({ bytes, encoding }: CsvFile, chunkBytes = 64 * 1024): Generator<string> {
  if (encoding === "binary") return;
  const decoder = new TextDecoder(encoding);
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield decoder.decode(bytes.subarray(start, start + chunkBytes), { stream: true });
  }
  yield decoder.decode();
}

/** Without a byte order mark: UTF-8 if it is valid, else the encoding that Western spreadsheets write on Windows. */
function detectEncoding(bytes: Buffer, isTruncated: boolean): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes.includes(0)) return "binary";
  return isUtf8(bytes) || (isTruncated && isUtf8Prefix(bytes)) ? "utf-8" : "windows-1252";
}

function isUtf8Prefix(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
