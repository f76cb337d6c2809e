import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorTextKey } from "#ui/errors/error-data.ts";
import { useErrorMessage } from "#ui/form/messages.ts";
import type { Delimiter } from "#resource/csv/format.ts";
import { previewLimits, type FilePreview, type ImportResult } from "../../import/import-schema.ts";
import { cancelImport, requestPreview, uploadImportFile, type ImportStep } from "./import-requests.ts";

/** The chosen file and how it is read. */
export type ImportFile = FilePreview & { file: File };

/** The outcome of a check or a write. */
type Outcome = {
  addedCount: number;
  /** The user canceled, but the books had been added. */
  isTooLate: boolean;
};

/** A running check or write. */
type Run = {
  controller: AbortController;
  /** The id of a write, for canceling it. */
  id?: string;
  /** Set once the user cancels a write: the number of books that were added anyway. */
  canceled?: Promise<number>;
};

/** The state of the import screen: the file, how it is read, the running check or write, and its result. */
export function useImport() {
  const [importFile, setImportFile] = useState<ImportFile>();
  const [running, setRunning] = useState<{ mode: "check" | "write"; step: ImportStep }>();
  const [result, setResult] = useState<ImportResult>();
  const [isCanceled, setCanceled] = useState(false);
  const [isCanceling, setCanceling] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const selectionCount = useRef(0);
  const currentRun = useRef<Run>(undefined);
  useEffect(() => () => currentRun.current?.controller.abort(), []);

  function resetResult() {
    setResult(undefined);
    setCanceled(false);
  }

  /** Changes how the file is read. */
  function setOptions(options: Partial<Pick<ImportFile, "columns" | "hasHeader">>) {
    setImportFile((current) => current && { ...current, ...options });
    resetResult();
  }

  /** Previews a file. If its first row is the same as before, the chosen columns are kept. */
  async function selectFile(file: File | null, delimiter?: Delimiter) {
    const selection = ++selectionCount.current;
    resetResult();
    setLoading(file !== null);
    if (!file) return setImportFile(undefined);
    const preview = await previewFile(file, delimiter).finally(() => {
      if (selection === selectionCount.current) setLoading(false);
    });
    // Another file has been selected meanwhile.
    if (selection !== selectionCount.current) return;
    setImportFile((current) => {
      const hasSameHeader = current && String(current.rows[0]) === String(preview.rows[0]);
      const kept = hasSameHeader ? { columns: current.columns, hasHeader: current.hasHeader } : {};
      return { ...preview, ...kept, file };
    });
  }

  /** Checks or writes the file. @throws why that failed; after canceling only if the outcome is unknown */
  async function start(mode: "check" | "write", addsGenres: boolean): Promise<Outcome> {
    if (!importFile || running) return { addedCount: 0, isTooLate: false };
    const run: Run = { controller: new AbortController(), ...(mode === "write" && { id: randomId() }) };
    currentRun.current = run;
    setCanceled(false);
    const onStep = (step: ImportStep) => setRunning({ mode, step });
    onStep({ step: "sending", done: 0, rows: 0 });
    try {
      await readBlob(importFile.file.slice(0, 1));
      const query = { ...queryOf(importFile, mode, addsGenres), ...(run.id && { id: run.id }) };
      const { signal } = run.controller;
      const newResult = await uploadImportFile(importFile.file, query, { signal, onStep });
      setResult(newResult);
      const addedCount = newResult.isWritten ? newResult.rows : 0;
      return { addedCount, isTooLate: run.canceled !== undefined };
    } catch (error) {
      // A failed write may have changed what a check finds.
      if (mode === "write") setResult(undefined);
      const addedCount = await addedAfterCancel(run, error);
      setCanceled(addedCount === 0);
      return { addedCount, isTooLate: true };
    } finally {
      setRunning(undefined);
      setCanceling(false);
    }
  }

  /** Cancels the run. A write is canceled by a request, whose response says whether it was too late. */
  function cancel() {
    const run = currentRun.current;
    if (!run?.id) return run?.controller.abort();
    if (run.canceled) return;
    setCanceling(true);
    run.canceled = cancelImport(run.id);
    const abort = () => run.controller.abort();
    run.canceled.then((addedCount) => addedCount === 0 && abort(), abort);
  }

  return {
    importFile,
    isLoading,
    running,
    isCanceling,
    result,
    isCanceled,
    setOptions,
    selectFile,
    start,
    cancel,
  };
}

/** The number of books that a canceled run added. @throws CANCEL_UNSURE if unknown; `error` if it wasn't canceled */
async function addedAfterCancel({ controller, canceled }: Run, error: unknown): Promise<number> {
  if (canceled) {
    return await canceled.catch((cause: unknown) => {
      throw Object.assign(new Error("Canceling failed", { cause }), { code: "CANCEL_UNSURE" });
    });
  }
  if (controller.signal.aborted) return 0;
  throw error;
}

/** A random id; `crypto.randomUUID` isn't available over plain HTTP. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The file was changed or removed after it had been chosen. */
class UnreadableFileError extends Error {}

async function previewFile(file: File, delimiter: Delimiter | undefined): Promise<FilePreview> {
  const isTruncated = String(file.size > previewLimits.bytes);
  const start = await readBlob(file.slice(0, previewLimits.bytes));
  return await requestPreview(start, { mode: "columns", isTruncated, ...(delimiter && { delimiter }) });
}

async function readBlob(blob: Blob): Promise<Blob> {
  try {
    return new Blob([await blob.arrayBuffer()]);
  } catch (error) {
    throw new UnreadableFileError("The file can't be read", { cause: error });
  }
}

function queryOf({ columns, delimiter, hasHeader }: ImportFile, mode: string, addsGenres: boolean) {
  const columnParams = Object.entries(columns).map(([field, column]) => [field, String(column)]);
  return {
    ...(Object.fromEntries(columnParams) as Record<string, string>),
    mode,
    delimiter,
    hasHeader: String(hasHeader),
    addsGenres: String(addsGenres),
  };
}

/** The texts of errors that have their own, by code. */
const errorTexts = {
  FORBIDDEN: "failures.forbidden",
  TOO_MANY_REQUESTS: "failures.tooMany",
  CANCEL_UNSURE: "failures.cancelUnsure",
  UNSURE: "failures.unsure",
} as const;

/** Returns a function that explains why a file couldn't be previewed, checked or written. */
export function useErrorText() {
  const { t } = useTranslation("booksImport");
  const textOf = useErrorMessage();
  return (error: unknown, mode: "columns" | "check" | "write"): string => {
    if (error instanceof UnreadableFileError) return t("file.unreadable");
    const { code, text = errorTextKey(error) } = error as { code?: string; text?: string };
    if (code === "NO_CONNECTION") return t(mode === "write" ? "failures.unsure" : "failures.noConnection");
    if (code && code in errorTexts) return t(errorTexts[code as keyof typeof errorTexts]);
    const failed = t(mode === "write" ? "failed" : "checkFailed");
    return text ? `${failed} ${textOf(text)}` : failed;
  };
}
