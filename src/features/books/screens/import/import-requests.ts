import { retryAfterReauth } from "#rpc/session-expiry.ts";
import {
  type FilePreview,
  filePreviewSchema,
  importCancelSchema,
  type ImportProgress,
  importMessageSchema,
  type ImportResult,
} from "#features/books/import/import-schema.ts";

/** How far an import has come, from the first byte that is sent. */
export type ImportStep = { step: ImportProgress["step"] | "sending"; done: number; rows: number };

type Sending = {
  signal: AbortSignal;
  onStep: (step: ImportStep) => void;
};

/** Checks or writes a file of books. @throws where it was refused or has failed, and where `signal` says so */
export async function uploadImportFile(
  file: Blob,
  query: Record<string, string>,
  { signal, onStep }: Sending,
): Promise<ImportResult> {
  let result: ImportResult | undefined;
  const readLine = (text: string) => {
    const line = importMessageSchema.parse(JSON.parse(text));
    if ("progress" in line) onStep(line.progress);
    else if ("result" in line) result = line.result;
    else throw Object.assign(new Error(`The import failed: ${line.failure.code}`), line.failure);
  };
  await post(file, query, {
    signal,
    onSent: (done) => onStep({ step: "sending", done, rows: 0 }),
    onLine: readLine,
  });
  if (!result) throw connectionLost();
  return result;
}

/**
 * Cancels what is being written. @returns how many books were added all the same
 * @throws where that is not known
 */
export async function cancelImport(id: string): Promise<number> {
  const answer = await fetch(`/api/books/imports?${new URLSearchParams({ id })}`, { method: "DELETE" });
  if (!answer.ok) throw new Error(`Cancelling was refused with ${answer.status}`);
  return importCancelSchema.parse(await answer.json()).added;
}

/** It is not known what came of what was sent. */
function connectionLost(): Error {
  return Object.assign(new Error("The connection was lost"), { code: "NO_CONNECTION" });
}

/** Asks what the columns of a file are, by its beginning. */
export async function requestPreview(beginning: Blob, query: Record<string, string>): Promise<FilePreview> {
  let columns: unknown;
  await post(beginning, query, { onLine: (text) => (columns = JSON.parse(text)) });
  return filePreviewSchema.parse(columns);
}

type Post = {
  signal?: AbortSignal;
  /** Gets the share that is sent. */
  onSent?: (done: number) => void;
  /** Gets each line of the answer as it comes. */
  onLine: (line: string) => void;
};

function post(body: Blob, query: Record<string, string>, o: Post): Promise<void> {
  return retryAfterReauth({ next: () => postOnce(body, query, o) });
}

/** XMLHttpRequest tells how much is sent, which `fetch` doesn't. */
function postOnce(
  body: Blob,
  query: Record<string, string>,
  { signal, onSent, onLine }: Post,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let read = 0;
    const readLines = () => {
      if (request.status !== 200) return;
      const end =
        request.readyState === XMLHttpRequest.DONE
          ? request.responseText.length
          : request.responseText.lastIndexOf("\n");
      const lines = request.responseText.slice(read, Math.max(read, end)).split("\n").filter(Boolean);
      read = Math.max(read, end);
      try {
        for (const line of lines) onLine(line);
      } catch (error) {
        reject(error as Error);
        request.abort();
      }
    };
    const abort = () => {
      reject(signal?.reason as Error);
      request.abort();
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    request.open("POST", `/api/books/imports?${new URLSearchParams(query)}`);
    request.setRequestHeader("content-type", "text/csv");
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total ? loaded / total : 1);
    request.onprogress = readLines;
    request.onload = () => {
      readLines();
      if (request.status === 200) resolve();
      else reject(refusalOf(request));
    };
    request.onerror = () => reject(connectionLost());
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    request.send(body);
  });
}

function refusalOf({ status, responseText }: XMLHttpRequest): Error {
  const error = new Error(`The file was refused with ${status}`);
  try {
    return Object.assign(error, { code: (JSON.parse(responseText) as { code?: string }).code });
  } catch {
    // What is between us and the server lost it: the server says of its failures what they are.
    return status >= 500 ? connectionLost() : error;
  }
}
