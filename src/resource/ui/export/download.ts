import { retryAfterReauth } from "#rpc/session-expiry.ts";
import { saveFile } from "../save-file.ts";

/** A file that is written in chunks. */
export type DownloadTarget = {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> | void;
  finish(): Promise<void> | void;
  discard(): Promise<void> | void;
};

/** The used part of the File System Access API, which not every browser has. */
type SaveFilePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

/** Chunks are combined to blobs of this size, which browsers can keep on disk. */
const blobBytes = 4 * 1024 * 1024;

/**
 * Opens a download target: for large downloads a file that the user chooses, if the browser supports it; otherwise blobs.
 * @returns undefined if the user cancels
 */
export async function openDownloadTarget(
  name: string,
  isLarge: boolean,
): Promise<DownloadTarget | undefined> {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: SaveFilePicker };
  if (!isLarge || !showSaveFilePicker) return blobTarget(name);
  try {
    const handle = await showSaveFilePicker.call(window, { suggestedName: name });
    const file = await handle.createWritable();
    return { write: (bytes) => file.write(bytes), finish: () => file.close(), discard: () => file.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    return blobTarget(name);
  }
}

function blobTarget(name: string): DownloadTarget {
  const blobs: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const flush = () => {
    blobs.push(new Blob(chunks));
    chunks = [];
    size = 0;
  };
  return {
    write(bytes) {
      chunks.push(bytes);
      size += bytes.byteLength;
      if (size >= blobBytes) flush();
    },
    finish() {
      flush();
      saveFile(new Blob(blobs, { type: "text/csv" }), name);
    },
    discard() {
      blobs.length = 0;
    },
  };
}

const lineBreak = 10;

/** Downloads a CSV file to a target, which is discarded on failure. @returns the number of rows without the header */
export async function download(
  url: string,
  target: DownloadTarget,
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<number> {
  try {
    const response = await retryAfterReauth({ next: () => request(url, signal) });
    let rows = -1;
    for await (const bytes of chunksOf(response)) {
      rows += bytes.reduce((count, byte) => (byte === lineBreak ? count + 1 : count), 0);
      await target.write(bytes);
      onRows(Math.max(0, rows));
    }
    await target.finish();
    return Math.max(0, rows);
  } catch (error) {
    await target.discard();
    throw error;
  }
}

async function request(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal });
  if (response.ok) return response;
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  throw Object.assign(new Error(`The download failed with status ${response.status}`), { code });
}

/** Not every browser supports async iteration of a stream. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  while (reader) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}
