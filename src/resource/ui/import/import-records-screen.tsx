import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import type { TextKey } from "#i18n/text-key.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { useRefetchTopic } from "#resource/queries.ts";
import type { Topic } from "#rpc/permissions.ts";
import { Button } from "#ui/controls/button.tsx";
import { FieldLayout } from "#ui/controls/field.tsx";
import { FileInput } from "#ui/controls/file-input.tsx";
import { formatFileSize } from "#ui/controls/file-size.ts";
import { Alert } from "#ui/display/alert.tsx";
import { LeaveGuard } from "#ui/form/leave-guard.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { columnProblem, importLimits, type ImportFields } from "../../csv/import-schema.ts";
import { ColumnMappingCard } from "./column-mapping-card.tsx";
import { ImportProblems } from "./import-problems.tsx";
import { ImportProgressCard } from "./import-progress.tsx";
import { MissingValuesAlert } from "./missing-values-alert.tsx";
import type { ImportFile, TextOptions } from "./import-file.ts";
import { useErrorText, useImport } from "./use-import.ts";

const acceptedTypes = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

/** The list's `sort` that shows new records first. */
const newestFirst = "-updatedAt";

type ImportRecordsScreenProps = {
  /** The records, whose topic is the feature's name. */
  records: { topic: Topic; path: string };
  fields: ImportFields;
  titleKey: TextKey;
};

/**
 * Imports records from a CSV file by the feature's `importCsv`: the user matches the columns and sees every problem; all
 * rows are added or none. Leads to the list with the new records first.
 */
export function ImportRecordsScreen({
  records: { topic, path },
  fields,
  titleKey,
}: ImportRecordsScreenProps) {
  const { t, i18n } = useTranslation("resourceImport");
  const title = t(titleKey);
  const navigate = useNavigate();
  const refetch = useRefetchTopic(topic);
  const id = useId();
  const errorText = useErrorText();
  const [adds, setAdds] = useState(false);
  const isImported = useRef(false);
  const { importFile, step, result, isCanceled, isLoading, ...state } = useImport(`/api/${topic}/imports`);
  const isRunning = step !== undefined;
  const steps = useFocusOnStepChange(isRunning);
  const isReady = result?.total === 0;

  async function selectFile(file: File | null, change?: Partial<TextOptions>) {
    try {
      const corrected = await state.selectFile(file, change);
      if (corrected) await start("check", corrected);
    } catch (error) {
      toast.error(errorText(error, "columns"));
    }
  }

  async function start(mode: "check" | "write", file: ImportFile, newAdds = adds): Promise<void> {
    try {
      const addedCount = await state.start(mode, file, newAdds);
      // If it was too late to cancel, a check finds the rows. It waits until the server has ended the import.
      if (addedCount === undefined && mode === "write") return await start("check", file, newAdds);
      if (!addedCount) return;
      isImported.current = true;
      toast.success(t("done", { count: addedCount }));
      await refetch();
      await navigate({ to: path, search: { sort: newestFirst } as never });
    } catch (error) {
      toast.error(errorText(error, mode));
    }
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
            href={`/api/${topic}/example.csv`}
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
          disabled={isRunning}
          aria-busy={isLoading}
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
            {step && <ImportProgressCard step={step} onCancel={state.cancel} />}
            {!isRunning && isCanceled && <Alert isAnnounced title={t("canceled")} />}
            {result?.missing.map((missing) => (
              <MissingValuesAlert
                key={missing.field}
                fields={fields}
                missing={missing}
                isAdding={adds}
                isDisabled={isRunning}
                onChange={(isAdding) => {
                  setAdds(isAdding);
                  void start("check", importFile, isAdding);
                }}
              />
            ))}
            {result && !isRunning && isReady && (
              <Alert
                variant="success"
                isAnnounced
                title={t("result.ready", { count: result.rows })}
                action={
                  <Button variant="primary" onClick={() => void start("write", importFile)}>
                    {t("import", { count: result.rows })}
                  </Button>
                }
              >
                {t("result.readyText")}
              </Alert>
            )}
            {result && !isRunning && !isReady && (
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
            isDisabled={isRunning}
            onOptions={state.setOptions}
            onTextOptions={(change) => void selectFile(importFile.file, change)}
          />
          {!isRunning && !isReady && (
            <Button
              variant="primary"
              className="justify-self-start"
              disabled={isLoading || columnProblem(importFile.columns, fields) !== undefined}
              onClick={() => void start("check", importFile)}
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
