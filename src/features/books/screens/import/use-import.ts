import { useEffect, useRef, useState } from "react";
import type { Delimiter } from "../../csv/delimiters.ts";
import { beginning, type FileColumns, type ImportResult } from "../../import/schema.ts";
import { askForColumns, sendFile, type Step } from "./send-file.ts";

/** A file that was chosen, and how it is read. */
export type Choice = FileColumns & { file: File };

/** The state of an import: a file, how it is read, what is being done with it, and what came of that. */
export function useImport() {
  const [choice, setChoice] = useState<Choice>();
  const [running, setRunning] = useState<{ mode: "check" | "write"; step: Step }>();
  const [result, setResult] = useState<ImportResult>();
  const [isCancelled, setCancelled] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const looks = useRef(0);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  function forget() {
    setResult(undefined);
    setCancelled(false);
  }

  /** Another way to read the file: what was found by the one before says nothing. */
  function read(change: Partial<Pick<Choice, "columns" | "hasHeader">>) {
    setChoice((before) => before && { ...before, ...change });
    forget();
  }

  /** Looks at the beginning of a file. Columns that have the same names as before stay what they were chosen to be. */
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

  /** @returns what came of it; nothing where it was cancelled */
  async function send(mode: "check" | "write", addsGenres: boolean): Promise<ImportResult | undefined> {
    if (!choice || running) return undefined;
    const controller = new AbortController();
    stopping.current = controller;
    setCancelled(false);
    const { signal } = controller;
    const onStep = (step: Step) => setRunning({ mode, step });
    onStep({ step: "sending", done: 0, rows: 0 });
    try {
      await copyOf(choice.file.slice(0, 1));
      const found = await sendFile(choice.file, queryOf(choice, mode, addsGenres), { signal, onStep });
      setResult(found);
      return found;
    } catch (error) {
      // What a check would find now is not what the last one found.
      if (mode === "write") setResult(undefined);
      if (!signal.aborted) throw error;
      setCancelled(true);
      return undefined;
    } finally {
      setRunning(undefined);
    }
  }

  const cancel = () => stopping.current?.abort();
  return { choice, isLooking, running, result, isCancelled, read, take, send, cancel };
}

/** A file that can't be read any more, because it was changed or taken away after it had been chosen. */
export class FileUnreadable extends Error {}

async function lookAt(file: File, delimiter: Delimiter | undefined): Promise<FileColumns> {
  const isCut = String(file.size > beginning.bytes);
  const part = await copyOf(file.slice(0, beginning.bytes));
  return await askForColumns(part, { mode: "columns", isCut, ...(delimiter && { delimiter }) });
}

async function copyOf(part: Blob): Promise<Blob> {
  try {
    return new Blob([await part.arrayBuffer()]);
  } catch (error) {
    throw new FileUnreadable("The file can't be read", { cause: error });
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
