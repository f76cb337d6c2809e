/** "binary" is a file that isn't text, like a spreadsheet's own format. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "binary";

/** A whole file in memory. */
export type CsvFile = { bytes: Buffer; encoding: Encoding };

/** Detects a file's encoding. */
export function createCsvFile(bytes: Buffer): CsvFile {
  return { bytes, encoding: detectEncoding(bytes) };
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
function detectEncoding(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes.includes(0)) return "binary";
  try {
    // As a part of a stream, because a preview's file may end within a character.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}
