import { useEffect, useRef, useState } from "react";
import type { Delimiter } from "../../csv/delimiters.ts";
import { previewLimits, type FilePreview, type ImportResult } from "#features/books/import/import-schema.ts";
import { requestPreview, cancelImport, uploadImportFile, type ImportStep } from "./import-requests.ts";

/** A file that was chosen, and how it is read. */
export type Choice = FilePreview & { file: File };

/** What came of sending a file. */
type Sent = {
  /** How many books were added. */
  added: number;
  /** Whether they were though it was cancelled. */
  isTooLate: boolean;
};

/** What is being sent, and how it is stopped. */
type Sending = {
  controller: AbortController;
  /** By what a write is cancelled. */
  id?: string;
  /** How many books were added, once somebody has cancelled it. */
  cancelled?: Promise<number>;
};

/** The state of an import: a file, how it is read, what is being done with it, and what came of that. */
export function useImport() {
  const [choice, setChoice] = useState<Choice>();
  const [running, setRunning] = useState<{ mode: "check" | "write"; step: ImportStep }>();
  const [result, setResult] = useState<ImportResult>();
  const [isCancelled, setCancelled] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const looks = useRef(0);
  const sending = useRef<Sending>(undefined);
  useEffect(() => () => sending.current?.controller.abort(), []);

  function forget() {
    setResult(undefined);
    setCancelled(false);
  }

  /** Another way to read the file: what was found by the one before says nothing. */
  function read(change: Partial<Pick<Choice, "columns" | "hasHeader">>) {
    setChoice((before) => before && { ...before, ...change });
    forget();
  }

  /** Looks at the previewLimits of a file. Columns that have the same names as before stay what they were chosen to be. */
  async function take(file: File | null, delimiter?: Delimiter) {
    const look = ++looks.current;
    forget();
    setLooking(file !== null);
    if (!file) return setChoice(undefined);
    const columns = await lookAt(file, delimiter).finally(() => {
      if (look === looks.current) setLooking(false);
    });
    // Of two files that were dropped in one after the other, the last one counts.
    if (look !== looks.current) return;
    setChoice((before) => {
      const isAlike = before && String(before.rows[0]) === String(columns.rows[0]);
      const known = isAlike ? { columns: before.columns, hasHeader: before.hasHeader } : {};
      return { ...columns, ...known, file };
    });
  }

  async function send(mode: "check" | "write", addsGenres: boolean): Promise<Sent> {
    if (!choice || running) return nothing;
    const own: Sending = { controller: new AbortController(), ...(mode === "write" && { id: newId() }) };
    sending.current = own;
    setCancelled(false);
    const { signal } = own.controller;
    const onStep = (step: ImportStep) => setRunning({ mode, step });
    onStep({ step: "sending", done: 0, rows: 0 });
    try {
      await copyOf(choice.file.slice(0, 1));
      const query = { ...queryOf(choice, mode, addsGenres), ...(own.id && { id: own.id }) };
      const found = await uploadImportFile(choice.file, query, { signal, onStep });
      setResult(found);
      return { added: found.isWritten ? found.rows : 0, isTooLate: own.cancelled !== undefined };
    } catch (error) {
      // What a check would find now is not what the last one found.
      if (mode === "write") setResult(undefined);
      const added = await addedAllTheSame(own, error);
      setCancelled(added === 0);
      return { added, isTooLate: true };
    } finally {
      setRunning(undefined);
      setCancelling(false);
    }
  }

  /** Whoever cancels a write is told by the server what came of that: leaving might come too late. */
  function cancel() {
    const own = sending.current;
    if (!own?.id) return own?.controller.abort();
    if (own.cancelled) return;
    setCancelling(true);
    own.cancelled = cancelImport(own.id);
    const leave = () => own.controller.abort();
    own.cancelled.then((added) => added === 0 && leave(), leave);
  }

  return { choice, isLooking, running, isCancelling, result, isCancelled, read, take, send, cancel };
}

const nothing: Sent = { added: 0, isTooLate: false };

/**
 * How many books were added though their import ended before it said so.
 * @throws why it ended, unless it was stopped; and where nobody knows what came of cancelling it
 */
async function addedAllTheSame({ controller, cancelled }: Sending, error: unknown): Promise<number> {
  if (cancelled) {
    return await cancelled.catch((reason: unknown) => {
      throw Object.assign(new Error("Nobody knows", { cause: reason }), { code: "CANCEL_UNSURE" });
    });
  }
  if (controller.signal.aborted) return 0;
  throw error;
}

/** What nobody else can guess. Only pages that came over a safe line could ask for a UUID. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** A file that can't be read any more, because it was changed or taken away after it had been chosen. */
export class UnreadableFileError extends Error {}

async function lookAt(file: File, delimiter: Delimiter | undefined): Promise<FilePreview> {
  const isTruncated = String(file.size > previewLimits.bytes);
  const part = await copyOf(file.slice(0, previewLimits.bytes));
  return await requestPreview(part, { mode: "columns", isTruncated, ...(delimiter && { delimiter }) });
}

async function copyOf(part: Blob): Promise<Blob> {
  try {
    return new Blob([await part.arrayBuffer()]);
  } catch (error) {
    throw new UnreadableFileError("The file can't be read", { cause: error });
  }
}

function queryOf({ columns, delimiter, hasHeader }: Choice, mode: string, addsGenres: boolean) {
  const places = Object.entries(columns).map(([field, place]) => [field, String(place)]);
  return {
    ...(Object.fromEntries(places) as Record<string, string>),
    mode,
    delimiter,
    hasHeader: String(hasHeader),
    addsGenres: String(addsGenres),
  };
}
