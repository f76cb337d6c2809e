import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { UploadError } from "#rpc/upload.ts";
import { errorTextKey } from "#ui/errors/error-data.ts";
import { useErrorMessage } from "#ui/form/messages.ts";
import type { ImportFields, ImportResult } from "../../csv/import-schema.ts";
import {
  hasSameColumns,
  previewSelected,
  readBytes,
  UnreadableFileError,
  type ImportFile,
  type ReadOptions,
  type TextOptions,
} from "./import-file.ts";
import { uploadImportFile, type ImportStep } from "./import-requests.ts";

/**
 * The state of the import screen: the file, how it is read, the running check or write, and its result.
 * @param url the path of the import
 */
export function useImport(url: string) {
  const [importFile, setImportFile] = useState<ImportFile>();
  const [isLoading, setLoading] = useState(false);
  /** Of the running check or write. */
  const [step, setStep] = useState<ImportStep>();
  const [result, setResult] = useState<ImportResult>();
  const [isCanceled, setCanceled] = useState(false);
  /** Of the latest request, which replaces the one before. */
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  function begin(): AbortSignal {
    controller.current?.abort();
    controller.current = new AbortController();
    setCanceled(false);
    return controller.current.signal;
  }

  /** Changes how the file is read. */
  function setOptions(options: Partial<ReadOptions>) {
    setImportFile((current) => current && { ...current, ...options });
    setResult(undefined);
    setCanceled(false);
  }

  /**
   * Previews a file. If its columns are the same as before, what the user has chosen is kept.
   * @param change how its text is read
   * @returns the file if it replaces a checked one with the same columns
   */
  async function selectFile(
    file: File | null,
    change: Partial<TextOptions> = {},
  ): Promise<ImportFile | undefined> {
    const signal = begin();
    const wasChecked = result !== undefined;
    setResult(undefined);
    setLoading(file !== null);
    if (!file) {
      setImportFile(undefined);
      return undefined;
    }
    try {
      const selected = await previewSelected(file, { previous: importFile, change, url, signal });
      if (signal.aborted) return undefined;
      const isSame = hasSameColumns(selected, importFile);
      const { columns, hasHeader } = isSame ? importFile : selected;
      const kept = { ...selected, columns, hasHeader };
      setImportFile(kept);
      return wasChecked && isSame ? kept : undefined;
    } catch (error) {
      // Another file has been selected meanwhile.
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      if (!signal.aborted) setLoading(false);
    }
  }

  /**
   * Checks or writes a file.
   * @param adds whether missing values of the related field are added
   * @returns the number of added rows; undefined if it was canceled
   * @throws why it failed
   */
  async function start(
    mode: "check" | "write",
    chosen: ImportFile,
    adds: boolean,
  ): Promise<number | undefined> {
    const signal = begin();
    setStep({ step: "sending", done: 0, rows: 0 });
    try {
      await readBytes(chosen.file.slice(0, 1));
      const options = { url, query: queryOf(chosen, mode, adds), signal };
      const newResult = await uploadImportFile(chosen.file, options, setStep);
      setResult(newResult);
      return newResult.isWritten ? newResult.rows : 0;
    } catch (error) {
      // A write that failed may have changed what a check finds.
      if (mode === "write") setResult(undefined);
      if (!signal.aborted) throw error;
      setCanceled(mode === "check");
      return undefined;
    } finally {
      setStep(undefined);
    }
  }

  const cancel = () => controller.current?.abort();
  return { importFile, isLoading, step, result, isCanceled, setOptions, selectFile, start, cancel };
}

function queryOf(
  { columns, encoding, delimiter, firstRow, hasHeader }: ImportFile,
  mode: string,
  adds: boolean,
): Record<string, string> {
  return {
    mode,
    encoding,
    firstRow: String(firstRow),
    columns: Object.entries(columns)
      .map(([field, column]) => `${field}:${column}`)
      .join(","),
    delimiter,
    hasHeader: String(hasHeader),
    adds: String(adds),
  };
}

/** Returns a function that explains why a file couldn't be previewed, checked or written. */
export function useErrorText() {
  const { t } = useTranslation("resourceImport");
  const textOf = useErrorMessage();
  return (error: unknown, mode: "columns" | "check" | "write"): string => {
    if (error instanceof UnreadableFileError) return t("file.unreadable");
    const { text = errorTextKey(error), ...failure } = error as { code?: string; text?: string };
    // A proxy's errors have no code.
    const isUnreachable = error instanceof UploadError && error.status >= 500 && error.code === undefined;
    const code = isUnreachable ? "NO_CONNECTION" : failure.code;
    if (code === "FORBIDDEN") return t("failures.forbidden");
    if (code === "TOO_MANY_REQUESTS") return t("failures.tooMany");
    // A connection, also that of the database, may be lost during the commit.
    if (mode === "write" && (code === "NO_CONNECTION" || code === "INTERNAL_SERVER_ERROR"))
      return t("failures.unsure");
    if (code === "NO_CONNECTION") return t("failures.noConnection");
    const failed = t(mode === "write" ? "failed" : "checkFailed");
    return text ? `${failed} ${textOf(text)}` : failed;
  };
}

/** Returns a function that translates the name of a field; a text without a field has none. */
export function useFieldName(fields: ImportFields) {
  const { t } = useTranslation();
  return (field: string | null): string => {
    const name = field === null ? undefined : fields[field]?.name;
    return name ? t(name) : "";
  };
}
