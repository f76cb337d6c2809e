import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { Button } from "#ui/controls/button.tsx";
import { FieldLayout } from "#ui/controls/field.tsx";
import { FileInput } from "#ui/controls/file-input.tsx";
import { formatFileSize } from "#ui/controls/file-size.ts";
import { Alert } from "#ui/display/alert.tsx";
import { LeaveGuard } from "#ui/form/leave-guard.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { hasDistinctColumns, importLimits } from "#features/books/import/import-schema.ts";
import { useRefetchBooks } from "../../queries.ts";
import { usePreviousListSearch } from "../use-previous-list.ts";
import { ColumnMappingCard } from "./column-mapping-card.tsx";
import { ImportProblems } from "./import-problems.tsx";
import { MissingGenres } from "./missing-genres.tsx";
import { ImportProgressCard } from "./import-progress.tsx";
import { useErrorText } from "./use-error-text.ts";
import { useImport, type Choice } from "./use-import.ts";

const accepted = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

/** Adds the books of a CSV file: its columns are chosen, every problem is shown, and all books are added or none. */
export function ImportScreen() {
  const { t, i18n } = useTranslation("booksImport");
  const id = useId();
  const navigate = useNavigate();
  const list = usePreviousListSearch();
  const refetchBooks = useRefetchBooks();
  const failureText = useErrorText();
  const [addsGenres, setAddsGenres] = useState(false);
  const isDone = useRef(false);
  const state = useImport();
  const { choice, running, result } = state;
  const steps = useFocusKept(running !== undefined);
  const language = i18n.language as Language;
  const numberOf = (count: number) => formatNumber(language, count);

  function take(file: File | null, delimiter?: Choice["delimiter"]) {
    state.take(file, delimiter).catch((error: unknown) => toast.error(failureText(error, "columns")));
  }

  async function send(mode: "check" | "write", adds = addsGenres) {
    try {
      const { added, isTooLate } = await state.send(mode, adds);
      if (added === 0) return;
      isDone.current = true;
      const text = t(isTooLate ? "tooLate" : "done", { count: added, number: numberOf(added) });
      if (isTooLate) toast.error(text);
      else toast.success(text);
      await refetchBooks();
      await navigate({ to: "/manager/books", search: list });
    } catch (error) {
      toast.error(failureText(error, mode));
    }
  }

  function addGenres(adds: boolean) {
    setAddsGenres(adds);
    void send("check", adds);
  }

  return (
    <div className="grid max-w-5xl gap-6">
      <PageTitle>{t("title")}</PageTitle>
      <PageHeader
        title={t("title")}
        text={t("text", {
          size: formatFileSize(language, importLimits.bytes),
          rows: numberOf(importLimits.rows),
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
          value={choice?.file ?? null}
          onChange={take}
          accept={accepted}
          maxBytes={importLimits.bytes}
          disabled={running !== undefined}
          aria-busy={state.isLooking}
        />
      </FieldLayout>
      {choice?.rows.length === 0 && (
        <Alert
          variant="warning"
          isAnnounced
          title={t(choice.encoding === "binary" ? "problems.binary" : "file.empty")}
        />
      )}
      {choice && choice.rows.length > 0 && (
        <>
          <ColumnMappingCard
            choice={choice}
            isDisabled={running !== undefined}
            onRead={state.read}
            onDelimiter={(delimiter) => take(choice.file, delimiter)}
          />
          <div ref={steps} tabIndex={-1} className="grid scroll-mt-24 gap-6 outline-none">
            {running && (
              <ImportProgressCard
                step={running.step}
                isCancelling={state.isCancelling}
                onCancel={state.cancel}
              />
            )}
            {!running && state.isCancelled && <Alert isAnnounced title={t("cancelled")} />}
            {!running && !isReady(result) && (
              <Button
                variant="primary"
                className="justify-self-start"
                disabled={state.isLooking || !isChosen(choice)}
                onClick={() => void send("check")}
              >
                {t(result ? "checkAgain" : "check")}
              </Button>
            )}
            {result && result.missingGenres.count > 0 && (
              <MissingGenres
                missing={result.missingGenres}
                addsGenres={addsGenres}
                isDisabled={running !== undefined}
                onChange={addGenres}
              />
            )}
            {result && !running && isReady(result) && (
              <Alert
                variant="success"
                isAnnounced
                title={t("result.ready", { count: result.rows, number: numberOf(result.rows) })}
                action={
                  <Button variant="primary" onClick={() => void send("write")}>
                    {t("import", { count: result.rows, number: numberOf(result.rows) })}
                  </Button>
                }
              >
                {t("result.readyText")}
              </Alert>
            )}
            {result && !running && !isReady(result) && (
              <ImportProblems result={result} file={choice.file.name} delimiter={choice.delimiter} />
            )}
          </div>
        </>
      )}
      <LeaveGuard isChanged={() => choice !== undefined && !isDone.current} />
    </div>
  );
}

/** Takes the focus of a button that goes with its step, so that the keyboard goes on where the next one is. */
function useFocusKept(isRunning: boolean) {
  const steps = useRef<HTMLDivElement>(null);
  const before = useRef(isRunning);
  useEffect(() => {
    if (before.current === isRunning) return;
    before.current = isRunning;
    if (document.activeElement === document.body) steps.current?.focus();
  }, [isRunning]);
  return steps;
}

function isReady(result: { total: number } | undefined): boolean {
  return result?.total === 0;
}

/** Whether all is chosen that a book needs. */
function isChosen({ columns }: Choice): boolean {
  const { title, author, genre } = columns;
  return [title, author, genre].every((place) => place !== undefined) && hasDistinctColumns(columns);
}
