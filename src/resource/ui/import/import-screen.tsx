import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { FieldLayout } from "#ui/controls/field.tsx";
import { FileInput } from "#ui/controls/file-input.tsx";
import { formatFileSize } from "#ui/controls/file-size.ts";
import { Alert } from "#ui/display/alert.tsx";
import { LeaveGuard } from "#ui/form/leave-guard.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import type { ImportFields } from "../../csv/import-fields.ts";
import { columnProblem, importLimits } from "../../csv/import-schema.ts";
import { ColumnMappingCard } from "./column-mapping-card.tsx";
import { ImportProblems } from "./import-problems.tsx";
import { ImportProgressCard } from "./import-progress.tsx";
import { MissingValuesAlert } from "./missing-values-alert.tsx";
import { useErrorText, useImport, type ImportFile } from "./use-import.ts";

const acceptedTypes = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

type ImportScreenProps = {
  title: string;
  fields: ImportFields;
  /** The path of the import. */
  url: string;
  /** The path of an example file. */
  exampleUrl: string;
  /** Called when rows have been added, to show them. */
  onImported: () => Promise<unknown>;
};

/** Imports a CSV file: the user matches its columns and sees every problem; all rows are added or none. */
export function ImportScreen({ title, fields, url, exampleUrl, onImported }: ImportScreenProps) {
  const { t, i18n } = useTranslation("resourceImport");
  const id = useId();
  const errorText = useErrorText();
  const [adds, setAdds] = useState<readonly string[]>([]);
  const isImported = useRef(false);
  const state = useImport(url);
  const { importFile, running, result } = state;
  const steps = useFocusOnStepChange(running !== undefined);
  const isReady = result?.total === 0;

  async function selectFile(file: File | null, delimiter?: ImportFile["delimiter"]) {
    try {
      const isCorrected = await state.selectFile(file, delimiter);
      if (isCorrected) await start("check");
    } catch (error) {
      toast.error(errorText(error, "columns"));
    }
  }

  async function start(mode: "check" | "write", newAdds = adds) {
    try {
      const { addedCount, isTooLate } = await state.start(mode, newAdds);
      if (addedCount === 0) return;
      isImported.current = true;
      const text = t(isTooLate ? "tooLate" : "done", { count: addedCount });
      if (isTooLate) toast.error(text);
      else toast.success(text);
      await onImported();
    } catch (error) {
      toast.error(errorText(error, mode));
    }
  }

  function changeAdds(field: string, isAdding: boolean) {
    const others = adds.filter((each) => each !== field);
    const newAdds = isAdding ? [...others, field] : others;
    setAdds(newAdds);
    void start("check", newAdds);
  }

  return (
    <div className="grid gap-6">
      <PageTitle>{title}</PageTitle>
      <PageHeader
        title={title}
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
            href={exampleUrl}
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
          onChange={(file) => void selectFile(file)}
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
          <div ref={steps} tabIndex={-1} className="grid scroll-mt-24 gap-6 outline-none empty:absolute">
            {running && (
              <ImportProgressCard
                step={running.step}
                isCanceling={state.isCanceling}
                onCancel={state.cancel}
              />
            )}
            {!running && state.isCanceled && <Alert isAnnounced title={t("canceled")} />}
            {result?.missing.map((missing) => (
              <MissingValuesAlert
                key={missing.field}
                fields={fields}
                missing={missing}
                isAdding={adds.includes(missing.field)}
                isDisabled={running !== undefined}
                onChange={(isAdding) => changeAdds(missing.field, isAdding)}
              />
            ))}
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
                fields={fields}
                result={result}
                fileName={importFile.file.name}
                delimiter={importFile.delimiter}
              />
            )}
          </div>
          <ColumnMappingCard
            key={`${importFile.file.name} ${importFile.file.lastModified}`}
            fields={fields}
            importFile={importFile}
            isDisabled={running !== undefined}
            onOptions={state.setOptions}
            onDelimiter={(delimiter) => void selectFile(importFile.file, delimiter)}
          />
          {!running && !isReady && (
            <Button
              variant="primary"
              className="justify-self-start"
              disabled={state.isLoading || columnProblem(importFile.columns, fields) !== undefined}
              onClick={() => void start("check")}
            >
              {t(result ? "checkAgain" : "check")}
            </Button>
          )}
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
