import { useId, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { FieldError, FieldLabel } from "#ui/controls/field.tsx";
import { Select } from "#ui/controls/select/select.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { Card } from "#ui/display/card.tsx";
import { ChevronDownIcon } from "#ui/icons.ts";
import { DataTable } from "#ui/list/data-table.tsx";
import { columnProblem, type ImportFields } from "../../csv/import-schema.ts";
import type { ImportFile, ReadOptions, TextOptions } from "./import-file.ts";
import { TextOptionFields } from "./text-option-fields.tsx";
import { useFieldName } from "./use-import.ts";

type ColumnMappingCardProps = {
  fields: ImportFields;
  importFile: ImportFile;
  isDisabled: boolean;
  onOptions: (options: Partial<ReadOptions>) => void;
  onTextOptions: (options: Partial<TextOptions>) => void;
};

/**
 * Lets the user match a file's columns with the fields of a record, and previews the first rows. It is collapsed if all
 * columns of the file were found, and needs a `key` for each file.
 */
export function ColumnMappingCard({
  fields,
  importFile,
  isDisabled,
  onOptions,
  onTextOptions,
}: ColumnMappingCardProps) {
  const { t } = useTranslation("resourceImport");
  const [isComplete] = useState(() => hasAllColumns(importFile, fields) && !isTableGuessed(importFile));
  return (
    <Card>
      {isEncodingGuessed(importFile) && (
        <div className="mb-6">
          <Alert variant="warning" isAnnounced title={t("columns.guessed")}>
            {t("columns.guessedText")}
          </Alert>
        </div>
      )}
      <details open={!isComplete} className="group grid">
        <summary className="-m-2 flex min-h-control cursor-pointer flex-wrap items-center gap-x-4 rounded-control p-2 [&::-webkit-details-marker]:hidden">
          <h2 className="font-serif text-lg font-semibold">{t("columns.title")}</h2>
          {isComplete && <span className="text-sm text-muted-foreground">{t("columns.found")}</span>}
          <ChevronDownIcon className="ms-auto size-5 text-muted-foreground group-open:rotate-180" />
        </summary>
        <div className="grid gap-6 pt-6">
          <TextOptionFields
            importFile={importFile}
            isDisabled={isDisabled}
            onOptions={onOptions}
            onTextOptions={onTextOptions}
          />
          <ColumnFields
            fields={fields}
            importFile={importFile}
            isDisabled={isDisabled}
            onOptions={onOptions}
          />
          <ImportPreview fields={fields} importFile={importFile} />
        </div>
      </details>
    </Card>
  );
}

function isEncodingGuessed({ guess, chosen }: ImportFile): boolean {
  return !guess.isCertain && chosen.encoding === undefined;
}

/** Whether rows are skipped, or letters may be wrong. */
function isTableGuessed(importFile: ImportFile): boolean {
  return isEncodingGuessed(importFile) || importFile.firstRow !== importFile.starts[0]?.row;
}

/** Whether no choice is left: every field has a column, or every column of the file a field. */
function hasAllColumns(importFile: ImportFile, fields: ImportFields): boolean {
  const { columns, rows } = importFile;
  const found = Object.keys(columns).length;
  const width = Math.max(...rows.map(({ length }) => length));
  return (
    columnProblem(columns, fields) === undefined && (found === Object.keys(fields).length || found === width)
  );
}

function ColumnFields({
  fields,
  importFile,
  isDisabled,
  onOptions,
}: Omit<ColumnMappingCardProps, "onTextOptions">) {
  const { t } = useTranslation("resourceImport");
  const id = useId();
  const nameOf = useFieldName(fields);
  const { columns } = importFile;
  const options = useColumnOptions(importFile);
  const [sample = []] = rowsOf(importFile);

  function choose(field: string, column: string | null) {
    const { [field]: _previous, ...others } = columns;
    onOptions({ columns: column === null ? others : { ...others, [field]: Number(column) } });
  }

  const problem = columnProblem(columns, fields);
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {Object.entries(fields).map(([field, { required = false }]) => {
          const name = nameOf(field);
          const column = columns[field];
          const example = column === undefined ? "" : (sample[column] ?? "");
          return (
            <div key={field} className="grid content-start gap-2">
              <FieldLabel htmlFor={`${id}-${field}`}>
                {required ? t("columns.label", { field: name }) : name}
              </FieldLabel>
              <Select
                id={`${id}-${field}`}
                options={options}
                value={column === undefined ? null : String(column)}
                onChange={(chosen) => choose(field, chosen)}
                placeholder={t("columns.none")}
                clearable={!required}
                disabled={isDisabled}
                aria-describedby={`${id}-${field}-sample`}
              />
              <bdi
                id={`${id}-${field}-sample`}
                className="block min-h-5 truncate text-sm text-muted-foreground"
              >
                {example}
              </bdi>
            </div>
          );
        })}
      </div>
      <FieldError>{problem && t(problem === "twice" ? "columns.twice" : "columns.missing")}</FieldError>
    </div>
  );
}

/** The columns by letter, and by name if the file has a header. */
function useColumnOptions({ rows, hasHeader }: ImportFile) {
  const { t } = useTranslation("resourceImport");
  const count = Math.max(...rows.map(({ length }) => length));
  return Array.from({ length: count }, (_, index) => {
    const name =
      (hasHeader && rows[0]?.[index]?.trim()) || t("columns.column", { name: columnLetter(index) });
    return { id: String(index), label: hasHeader ? `${columnLetter(index)}: ${name}` : name };
  });
}

/** A column's letters in spreadsheets: A to Z, AA, AB. */
function columnLetter(index: number): string {
  const prefix = Math.floor(index / 26) - 1;
  return (prefix < 0 ? "" : columnLetter(prefix)) + String.fromCharCode(65 + (index % 26));
}

/** The first rows of the file. */
function ImportPreview({ fields, importFile }: { fields: ImportFields; importFile: ImportFile }) {
  const { t } = useTranslation("resourceImport");
  const nameOf = useFieldName(fields);
  const rows = rowsOf(importFile).map((cells, index) => ({ key: String(index), cells }));
  const textOf = (field: string, cells: string[]) =>
    cells[importFile.columns[field] ?? -1]?.replaceAll(/\s+/gu, " ").trim() || "—";
  if (rows.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("preview")}</h3>
      <DataTable
        label={t("preview")}
        rows={rows}
        rowKey={({ key }) => key}
        columns={Object.keys(fields).map((field) => ({
          key: field,
          header: nameOf(field),
          cell: ({ cells }: (typeof rows)[number]) => <bdi>{textOf(field, cells)}</bdi>,
        }))}
      />
    </div>
  );
}

/** The rows without the header. */
function rowsOf({ rows, hasHeader }: ImportFile): string[][] {
  return hasHeader ? rows.slice(1) : rows;
}
