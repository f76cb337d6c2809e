import { upload, UploadError } from "#rpc/upload.ts";
import {
  filePreviewSchema,
  importCancelSchema,
  importMessageSchema,
  type FilePreview,
  type ImportMessage,
  type ImportProgress,
  type ImportResult,
} from "../../csv/import-schema.ts";

/** The progress of an import, including the upload. */
export type ImportStep = { step: ImportProgress["step"] | "sending"; done: number; rows: number };

type ImportUploadOptions = {
  /** The path of the import. */
  url: string;
  signal: AbortSignal;
  onStep: (step: ImportStep) => void;
};

/** Checks or writes a file. @throws UploadError, an error with the import's failure, or the signal's reason */
export async function uploadImportFile(
  file: Blob,
  query: Record<string, string>,
  { url, signal, onStep }: ImportUploadOptions,
): Promise<ImportResult> {
  let parsedLength = 0;
  const text = await uploadCsv(url, file, query, {
    signal,
    onProgress: (done) => onStep({ step: "sending", done, rows: 0 }),
    onResponseText(received) {
      const end = received.lastIndexOf("\n") + 1;
      const lines = received.slice(parsedLength, end).split("\n");
      parsedLength = end;
      for (const line of lines.filter((each) => each.startsWith('{"progress"'))) {
        const message = importMessageSchema.parse(JSON.parse(line));
        if ("progress" in message) onStep(message.progress);
      }
    },
  });
  const message = parseMessage(text.trimEnd().split("\n").at(-1) ?? "");
  if (message && "result" in message) return message.result;
  if (message && "failure" in message) {
    throw Object.assign(new Error(`The import failed: ${message.failure.code}`), message.failure);
  }
  throw new UploadError(200, "NO_CONNECTION");
}

/** Cancels a write. @returns how many rows were added anyway @throws if that is unknown */
export async function cancelImport(url: string, id: string): Promise<number> {
  const response = await fetch(`${url}?${new URLSearchParams({ id })}`, { method: "DELETE" });
  if (!response.ok) throw new Error(`Canceling failed with status ${response.status}`);
  return importCancelSchema.parse(await response.json()).added;
}

/** Requests the preview of a file. @param start its first bytes */
export async function requestPreview(
  url: string,
  start: Blob,
  query: Record<string, string>,
): Promise<FilePreview> {
  return filePreviewSchema.parse(JSON.parse(await uploadCsv(url, start, query)));
}

async function uploadCsv(
  url: string,
  file: Blob,
  query: Record<string, string>,
  options: Omit<Parameters<typeof upload>[2], "contentType"> = {},
): Promise<string> {
  try {
    return await upload(`${url}?${new URLSearchParams(query)}`, file, {
      ...options,
      contentType: "text/csv",
    });
  } catch (error) {
    // Our server's errors have a code; a proxy's don't.
    if (error instanceof UploadError && error.status >= 500 && error.code === undefined)
      throw new UploadError(error.status, "NO_CONNECTION");
    throw error;
  }
}

function parseMessage(line: string): ImportMessage | undefined {
  try {
    return importMessageSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
