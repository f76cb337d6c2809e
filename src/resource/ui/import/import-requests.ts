import { promptReauth } from "#rpc/session-expiry.ts";
import { upload, UploadError } from "#rpc/upload.ts";
import {
  filePreviewSchema,
  importMessageSchema,
  type FilePreview,
  type ImportMessage,
  type ImportProgress,
  type ImportResult,
} from "../../csv/import-schema.ts";

/** The progress of an import, including the upload. */
export type ImportStep = { step: ImportProgress["step"] | "sending"; done: number; rows: number };

type UploadOptions = {
  /** The path of the import. */
  url: string;
  query: Record<string, string>;
  signal: AbortSignal;
};

const contentType = "text/csv";

const pathOf = ({ url, query }: UploadOptions) => `${url}?${new URLSearchParams(query)}`;

/** Checks or writes a file. @throws UploadError, an error with the import's failure, or the signal's reason */
export async function uploadImportFile(
  file: Blob,
  options: UploadOptions,
  onStep: (step: ImportStep) => void,
): Promise<ImportResult> {
  let shownLines = 0;
  const text = await upload(pathOf(options), file, {
    contentType,
    signal: options.signal,
    onProgress: (done) => onStep({ step: "sending", done, rows: 0 }),
    onResponseText(received) {
      const lines = received.split("\n").slice(0, -1);
      for (const line of lines.slice(shownLines)) {
        const message = parseMessage(line);
        if (message && "progress" in message) onStep(message.progress);
      }
      shownLines = lines.length;
    },
  });
  const message = parseMessage(text.trimEnd().split("\n").at(-1) ?? "");
  if (message && "result" in message) return message.result;
  if (message && "failure" in message) {
    // The session ended while the import ran.
    if (message.failure.code === "UNAUTHORIZED" && (await promptReauth()))
      return await uploadImportFile(file, options, onStep);
    throw Object.assign(new Error(`The import failed: ${message.failure.code}`), message.failure);
  }
  throw new UploadError(200, "NO_CONNECTION");
}

/** Requests the preview of a file. @param start its first bytes @throws UploadError, or the signal's reason */
export async function requestPreview(start: Blob, options: UploadOptions): Promise<FilePreview> {
  const { signal } = options;
  return filePreviewSchema.parse(JSON.parse(await upload(pathOf(options), start, { contentType, signal })));
}

function parseMessage(line: string): ImportMessage | undefined {
  try {
    return importMessageSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
