import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { errorTextKey } from "#ui/errors/error-data.ts";
import { useErrorMessage } from "#ui/form/messages.ts";
import type { Delimiter } from "../../csv/format.ts";
import { previewLimits, type FilePreview, type ImportResult } from "../../csv/import-schema.ts";
import { cancelImport, requestPreview, uploadImportFile, type ImportStep } from "./import-requests.ts";

/** The chosen file and how it is read. */
export type ImportFile = FilePreview & { file: File };

/** How the user can change the reading of a file, beside its delimiter. */
export type ReadOptions = Pick<ImportFile, "columns" | "hasHeader" | "dayOrder">;

/** The outcome of a check or a write. */
type Outcome = {
  addedCount: number;
  /** The user canceled, but the rows had been added. */
  isTooLate: boolean;
};

/** A running check or write. */
type Run = {
  controller: AbortController;
  /** The id of a write, for canceling it. */
  id?: string;
  /** Set once the user cancels a write: the number of rows that were added anyway. */
  canceled?: Promise<number>;
};

/**
 * The state of the import screen: the file, how it is read, the running check or write, and its result.
 * @param url the path of the import
 */
export function useImport(url: string) {
  const [importFile, setImportFile] = useState<ImportFile>();
  /** The state without the delay of rendering. */
  const currentFile = useRef<ImportFile>(undefined);
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

  function changeFile(file: ImportFile | undefined) {
    currentFile.current = file;
    setImportFile(file);
  }

  /** Changes how the file is read. */
  function setOptions(options: Partial<ReadOptions>) {
    if (currentFile.current) changeFile({ ...currentFile.current, ...options });
    resetResult();
  }

  /**
   * Previews a file. If its first row is the same as before, the chosen columns are kept.
   * @returns whether it replaces a checked file with the same first row
   */
  async function selectFile(file: File | null, delimiter?: Delimiter): Promise<boolean> {
    const selection = ++selectionCount.current;
    const wasChecked = result !== undefined;
    resetResult();
    setLoading(file !== null);
    if (!file) {
      changeFile(undefined);
      return false;
    }
    const preview = await previewFile(url, file, delimiter).finally(() => {
      if (selection === selectionCount.current) setLoading(false);
    });
    // Another file has been selected meanwhile.
    if (selection !== selectionCount.current) return false;
    const previous = currentFile.current;
    const hasSameHeader = previous !== undefined && String(previous.rows[0]) === String(preview.rows[0]);
    changeFile({ ...preview, ...(hasSameHeader && readOptionsOf(previous)), file });
    return wasChecked && hasSameHeader;
  }

  /** Checks or writes the file. @param adds the fields whose missing values are added @throws why that failed; after canceling only if the outcome is unknown */
  async function start(mode: "check" | "write", adds: readonly string[]): Promise<Outcome> {
    const chosen = currentFile.current;
    if (!chosen || running) return { addedCount: 0, isTooLate: false };
    const run: Run = { controller: new AbortController(), ...(mode === "write" && { id: randomId() }) };
    currentRun.current = run;
    setCanceled(false);
    const onStep = (step: ImportStep) => setRunning({ mode, step });
    onStep({ step: "sending", done: 0, rows: 0 });
    try {
      await readBlob(chosen.file.slice(0, 1));
      const query = { ...queryOf(chosen, mode, adds), ...(run.id && { id: run.id }) };
      const { signal } = run.controller;
      const newResult = await uploadImportFile(chosen.file, query, { url, signal, onStep });
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
    run.canceled = cancelImport(url, run.id);
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

/** The number of rows that a canceled run added. @throws CANCEL_UNSURE if unknown; `error` if it wasn't canceled */
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

async function previewFile(url: string, file: File, delimiter: Delimiter | undefined): Promise<FilePreview> {
  const isTruncated = String(file.size > previewLimits.bytes);
  const start = await readBlob(file.slice(0, previewLimits.bytes));
  return await requestPreview(url, start, { mode: "columns", isTruncated, ...(delimiter && { delimiter }) });
}

async function readBlob(blob: Blob): Promise<Blob> {
  try {
    return new Blob([await blob.arrayBuffer()]);
  } catch (error) {
    throw new UnreadableFileError("The file can't be read", { cause: error });
  }
}

function readOptionsOf({ columns, hasHeader, dayOrder }: ImportFile): ReadOptions {
  return { columns, hasHeader, dayOrder };
}

function queryOf(
  { columns, delimiter, dayOrder, hasHeader }: ImportFile,
  mode: string,
  adds: readonly string[],
): Record<string, string> {
  return {
    mode,
    columns: Object.entries(columns)
      .map(([field, column]) => `${field}:${column}`)
      .join(","),
    delimiter,
    dayOrder,
    hasHeader: String(hasHeader),
    adds: adds.join(","),
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
  const { t } = useTranslation("resourceImport");
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
