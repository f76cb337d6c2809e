import { useNavigate } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { Button } from "#ui/controls/button.tsx";
import { FieldFrame } from "#ui/controls/field.tsx";
import { FileInput } from "#ui/controls/file-input.tsx";
import { formatFileSize } from "#ui/controls/file-size.ts";
import { Alert } from "#ui/display/alert.tsx";
import { LeaveGuard } from "#ui/form/leave-guard.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { hasDistinctColumns, importLimits } from "../../import/schema.ts";
import { useRenewBooks } from "../../queries.ts";
import { useListBefore } from "../list-before.ts";
import { FileColumnsCard } from "./file-columns-card.tsx";
import { ImportProblems } from "./import-problems.tsx";
import { MissingGenres } from "./missing-genres.tsx";
import { ImportRunning } from "./import-running.tsx";
import { FileUnreadable, useImport, type Choice } from "./use-import.ts";

const accepted = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

/** Adds the books of a CSV file: its columns are chosen, every problem is shown, and all books are added or none. */
export function ImportScreen() {
  const { t, i18n } = useTranslation("booksImport");
  const id = useId();
  const navigate = useNavigate();
  const list = useListBefore();
  const renewBooks = useRenewBooks();
  const [addsGenres, setAddsGenres] = useState(false);
  const isDone = useRef(false);
  const state = useImport();
  const { choice, running, result } = state;
  const language = i18n.language as Language;
  const numberOf = (count: number) => formatNumber(language, count);

  function take(file: File | null, delimiter?: Choice["delimiter"]) {
    state
      .take(file, delimiter)
      .catch((error: unknown) =>
        toast.failure(t(error instanceof FileUnreadable ? "file.unreadable" : "checkFailed")),
      );
  }

  async function send(mode: "check" | "write", adds = addsGenres) {
    try {
      const found = await state.send(mode, adds);
      if (!found?.isWritten) return;
      isDone.current = true;
      toast.success(t("done", { count: found.rows, number: numberOf(found.rows) }));
      await renewBooks();
      await navigate({ to: "/manager/books", search: list });
    } catch (error) {
      if (error instanceof FileUnreadable) toast.failure(t("file.unreadable"));
      else toast.failure(t(mode === "write" ? "failed" : "checkFailed"));
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
      <FieldFrame
        id={id}
        label={t("file.label")}
        hint={
          <a
            href="/api/books/example.csv"
            download
            className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink"
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
      </FieldFrame>
      {choice && choice.rows.length === 0 && <Alert look="warning" isNews title={t("file.empty")} />}
      {choice && choice.rows.length > 0 && (
        <>
          <FileColumnsCard
            choice={choice}
            isDisabled={running !== undefined}
            onRead={state.read}
            onDelimiter={(delimiter) => take(choice.file, delimiter)}
          />
          {running ? (
            <ImportRunning step={running.step} onCancel={state.cancel} />
          ) : (
            !isReady(result) && (
              <div>
                <Button look="primary" disabled={state.isLooking || !isChosen(choice)} onClick={() => void send("check")}>
                  {t(result ? "checkAgain" : "check")}
                </Button>
              </div>
            )
          )}
        </>
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
          look="success"
          isNews
          title={t("result.ready", { count: result.rows, number: numberOf(result.rows) })}
          action={
            <Button look="primary" onClick={() => void send("write")}>
              {t("import", { count: result.rows, number: numberOf(result.rows) })}
            </Button>
          }
        >
          {t("result.readyText")}
        </Alert>
      )}
      {result && !running && !isReady(result) && (
        <ImportProblems result={result} />
      )}
      <LeaveGuard isChanged={() => choice !== undefined && !isDone.current} />
    </div>
  );
}

function isReady(result: { total: number } | undefined): boolean {
  return result?.total === 0;
}

/** Whether all is chosen that a book needs. */
function isChosen({ columns }: Choice): boolean {
  const { title, author, genre } = columns;
  return [title, author, genre].every((place) => place !== undefined) && hasDistinctColumns(columns);
}
