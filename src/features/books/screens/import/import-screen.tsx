import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreviousListSearch } from "#resource/ui/list/previous-list.ts";
import { Button } from "#ui/controls/button.tsx";
import { FieldLayout } from "#ui/controls/field.tsx";
import { FileInput } from "#ui/controls/file-input.tsx";
import { formatFileSize } from "#ui/controls/file-size.ts";
import { Alert } from "#ui/display/alert.tsx";
import { LeaveGuard } from "#ui/form/leave-guard.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { importLimits } from "../../import/import-schema.ts";
import { useRefetchBooks } from "../../queries.ts";
import { columnProblem, ColumnMappingCard } from "./column-mapping-card.tsx";
import { ImportProblems, MissingGenres } from "./import-problems.tsx";
import { ImportProgressCard } from "./import-progress.tsx";
import { useErrorText, useImport, type ImportFile } from "./use-import.ts";

const acceptedTypes = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

/** Imports books from a CSV file: the user matches its columns and sees every problem; all books are added or none. */
export function ImportScreen() {
  const { t, i18n } = useTranslation("booksImport");
  const id = useId();
  const navigate = useNavigate();
  const previousSearch = usePreviousListSearch("/manager/books");
  const refetchBooks = useRefetchBooks();
  const errorText = useErrorText();
  const [addsGenres, setAddsGenres] = useState(false);
  const isImported = useRef(false);
  const state = useImport();
  const { importFile, running, result } = state;
  const steps = useFocusOnStepChange(running !== undefined);
  const isReady = result?.total === 0;

  function selectFile(file: File | null, delimiter?: ImportFile["delimiter"]) {
    state.selectFile(file, delimiter).catch((error: unknown) => toast.error(errorText(error, "columns")));
  }

  async function start(mode: "check" | "write", addGenres = addsGenres) {
    try {
      const { addedCount, isTooLate } = await state.start(mode, addGenres);
      if (addedCount === 0) return;
      isImported.current = true;
      const text = t(isTooLate ? "tooLate" : "done", { count: addedCount });
      if (isTooLate) toast.error(text);
      else toast.success(text);
      await refetchBooks();
      await navigate({ to: "/manager/books", search: previousSearch });
    } catch (error) {
      toast.error(errorText(error, mode));
    }
  }

  function changeAddsGenres(addGenres: boolean) {
    setAddsGenres(addGenres);
    void start("check", addGenres);
  }

  return (
    <div className="grid max-w-5xl gap-6">
      <PageTitle>{t("title")}</PageTitle>
      <PageHeader
        title={t("title")}
        text={t("text", {
          size: formatFileSize(i18n.language, importLimits.bytes),
          rows: importLimits.rows,
        })}
      />
      <FieldLayout
        id={id}
        label={t("file.label")}
        hint={
          <a
            href="/api/books/example.csv"
            download
            className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-foreground"
          >
            {t("exampleLink")}
          </a>
        }
      >
        <FileInput
          id={id}
          value={importFile?.file ?? null}
          onChange={selectFile}
          accept={acceptedTypes}
          maxBytes={importLimits.bytes}
          disabled={running !== undefined}
          aria-busy={state.isLoading}
        />
      </FieldLayout>
      {importFile?.rows.length === 0 && (
        <Alert
          variant="warning"
          isAnnounced
          title={t(importFile.encoding === "binary" ? "problems.binary" : "file.empty")}
        />
      )}
      {importFile && importFile.rows.length > 0 && (
        <>
          <ColumnMappingCard
            importFile={importFile}
            isDisabled={running !== undefined}
            onOptions={state.setOptions}
            onDelimiter={(delimiter) => selectFile(importFile.file, delimiter)}
          />
          <div ref={steps} tabIndex={-1} className="grid scroll-mt-24 gap-6 outline-none">
            {running && (
              <ImportProgressCard
                step={running.step}
                isCanceling={state.isCanceling}
                onCancel={state.cancel}
              />
            )}
            {!running && state.isCanceled && <Alert isAnnounced title={t("canceled")} />}
            {!running && !isReady && (
              <Button
                variant="primary"
                className="justify-self-start"
                disabled={state.isLoading || columnProblem(importFile) !== undefined}
                onClick={() => void start("check")}
              >
                {t(result ? "checkAgain" : "check")}
              </Button>
            )}
            {result && result.missingGenres.count > 0 && (
              <MissingGenres
                missing={result.missingGenres}
                addsGenres={addsGenres}
                isDisabled={running !== undefined}
                onChange={changeAddsGenres}
              />
            )}
            {result && !running && isReady && (
              <Alert
                variant="success"
                isAnnounced
                title={t("result.ready", { count: result.rows })}
                action={
                  <Button variant="primary" onClick={() => void start("write")}>
                    {t("import", { count: result.rows })}
                  </Button>
                }
              >
                {t("result.readyText")}
              </Alert>
            )}
            {result && !running && !isReady && (
              <ImportProblems
                result={result}
                fileName={importFile.file.name}
                delimiter={importFile.delimiter}
              />
            )}
          </div>
        </>
      )}
      <LeaveGuard isChanged={() => importFile !== undefined && !isImported.current} />
    </div>
  );
}

/** Focuses the steps when the focused button disappears with its step. */
function useFocusOnStepChange(isRunning: boolean) {
  const steps = useRef<HTMLDivElement>(null);
  const previous = useRef(isRunning);
  useEffect(() => {
    if (previous.current === isRunning) return;
    previous.current = isRunning;
    if (document.activeElement === document.body) steps.current?.focus();
  }, [isRunning]);
  return steps;
}
