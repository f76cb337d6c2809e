import { retryAfterReauth } from "#rpc/session-expiry.ts";
import { saveFile } from "../save-file.ts";

/** Where a file is written, piece by piece. */
export type Sink = {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> | void;
  /** The file is whole. */
  finish(): Promise<void> | void;
  /** It will never be. */
  discard(): Promise<void> | void;
};

/** The part of the File System Access API that is used; not every browser has it. */
type Picker = (options: { suggestedName: string }) => Promise<{
  createWritable(): Promise<{
    write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
    close(): Promise<void>;
    abort(): Promise<void>;
  }>;
}>;

/** Bytes that are gathered before the browser takes them out of this page's memory. */
const gathered = 4 * 1024 * 1024;

/**
 * Opens a file: straight on the disk, chosen by the person, where it will be large and the browser can; else one that
 * the browser keeps until it is whole.
 * @returns undefined where the person chose none
 */
export async function openSink(name: string, isLarge: boolean): Promise<Sink | undefined> {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: Picker };
  if (!isLarge || !showSaveFilePicker) return gatheringSink(name);
  try {
    const handle = await showSaveFilePicker.call(window, { suggestedName: name });
    const file = await handle.createWritable();
    return { write: (bytes) => file.write(bytes), finish: () => file.close(), discard: () => file.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    return gatheringSink(name);
  }
}

function gatheringSink(name: string): Sink {
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const gather = () => {
    blobs.push(new Blob(pieces));
    pieces = [];
    size = 0;
  };
  return {
    write(bytes) {
      pieces.push(bytes);
      size += bytes.byteLength;
      if (size >= gathered) gather();
    },
    finish() {
      gather();
      saveFile(new Blob(blobs, { type: "text/csv" }), name);
    },
    discard() {
      blobs.length = 0;
    },
  };
}

const lineBreak = 10;

/**
 * Writes what an address answers into a file, and discards that where it does not come whole.
 * @param o.onRows gets the number of rows below the header so far
 * @returns how many rows there are
 */
export async function download(
  address: string,
  sink: Sink,
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<number> {
  try {
    const response = await retryAfterReauth({ next: () => ask(address, signal) });
    let rows = -1;
    for await (const bytes of piecesOf(response)) {
      rows += bytes.reduce((count, byte) => (byte === lineBreak ? count + 1 : count), 0);
      await sink.write(bytes);
      onRows(Math.max(0, rows));
    }
    await sink.finish();
    return Math.max(0, rows);
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

async function ask(address: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(address, { signal });
  if (response.ok) return response;
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  throw Object.assign(new Error(`It was answered with ${response.status}`), { code });
}

/** As not every browser lets a stream be iterated. */
async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  while (reader) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}
