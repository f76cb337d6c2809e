/** How a file's texts are written in bytes: not at all where it is `binary`, such as a spreadsheet's own file. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "binary";

/** A whole file in memory. */
export type CsvFile = { chunks: Uint8Array[]; bytes: number; encoding: Encoding };

/**
 * Takes a body to its end, and finds out how it is written: by its byte order mark, as UTF-8 where it is nothing else,
 * and else in Windows' own way, as spreadsheets of the West write it. A byte of 0 stands in no text without such a mark.
 * @param o.isCut the body is the beginning of a file, and may end within a character
 * @returns undefined, and nothing further is read, where there is more than `maxBytes`
 */
export async function readCsvFile(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, isCut = false }: { maxBytes: number; isCut?: boolean },
): Promise<CsvFile | undefined> {
  const chunks: Uint8Array[] = [];
  const check = checkUtf8();
  let bytes = 0;
  let isBinary = false;
  // Leaving the loop cancels the body.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
    check.take(chunk);
    isBinary ||= chunk.includes(0);
  }
  const marked = markedEncoding(Buffer.concat(chunks.slice(0, 2)));
  const plain = check.isUtf8(isCut) ? "utf-8" : "windows-1252";
  return { chunks, bytes, encoding: marked ?? (isBinary ? "binary" : plain) };
}

/** A file's texts, piece by piece, without a byte order mark; what is binary has none. */
export function* decodeText({ chunks, encoding }: CsvFile): Generator<string> {
  if (encoding === "binary") return;
  const decoder = new TextDecoder(encoding);
  for (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function markedEncoding([first, second]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function checkUtf8() {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isValid = true;
  const attempt = (decode: () => string) => {
    try {
      if (isValid) decode();
    } catch {
      isValid = false;
    }
  };
  return {
    take: (chunk: Uint8Array) => attempt(() => decoder.decode(chunk, { stream: true })),
    isUtf8(isCut: boolean) {
      if (!isCut) attempt(() => decoder.decode());
      return isValid;
    },
  };
}
