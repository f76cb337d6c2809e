import {
  importMessageSchema,
  type FilePreview,
  type ImportMessage,
  type ImportResult,
} from "../src/resource/csv/import-schema.ts";

/** The query of a check or write of a file whose columns are these fields in this order. */
export function importOptions(fields: readonly string[]): Record<string, string> {
  return {
    mode: "check",
    columns: fields.map((field, index) => `${field}:${index}`).join(","),
    delimiter: "comma",
    hasHeader: "true",
    adds: "false",
  };
}

/** The query with which a file is read as its preview. */
export function previewedOptions({ encoding, delimiter, firstRow, hasHeader, columns }: FilePreview) {
  return {
    encoding,
    delimiter,
    firstRow: String(firstRow),
    hasHeader: String(hasHeader),
    columns: Object.entries(columns)
      .map(([field, column]) => `${field}:${column}`)
      .join(","),
  };
}

/** A request with a file, as the import screen sends it. */
export function importRequest(
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  query: Record<string, string>,
  signal?: AbortSignal,
): Request {
  return new Request(`http://localhost/import?${new URLSearchParams(query)}`, {
    method: "POST",
    body: body as BodyInit,
    duplex: "half",
    signal,
  } as RequestInit);
}

/** All messages of a check's or write's response. */
export async function importMessages(response: Response): Promise<ImportMessage[]> {
  const lines = (await response.text()).trim().split("\n");
  return lines.map((line) => importMessageSchema.parse(JSON.parse(line)));
}

/** The result of a check or write. */
export async function importResult(response: Response): Promise<ImportResult> {
  const last = (await importMessages(response)).at(-1);
  if (!last || !("result" in last)) throw new Error(`The import failed: ${JSON.stringify(last)}`);
  return last.result;
}
