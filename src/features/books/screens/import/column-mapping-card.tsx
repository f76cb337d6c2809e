import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "#ui/controls/checkbox.tsx";
import { FieldError, FieldLabel } from "#ui/controls/field.tsx";
import { RadioGroup } from "#ui/controls/radio-group.tsx";
import { Select } from "#ui/controls/select/select.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { Card } from "#ui/display/card.tsx";
import { DataTable } from "#ui/list/data-table.tsx";
import { delimiterNames, type Delimiter } from "#resource/csv/format.ts";
import { hasDistinctColumns, importFields, type ImportField } from "../../import/import-schema.ts";
import type { ImportFile } from "./use-import.ts";

type FileColumnsCardProps = {
  importFile: ImportFile;
  isDisabled: boolean;
  onOptions: (options: Partial<Pick<ImportFile, "columns" | "hasHeader">>) => void;
  onDelimiter: (delimiter: Delimiter) => void;
};

/** Lets the user match a file's columns with the fields of a book, and previews the first books. */
export function ColumnMappingCard({ importFile, isDisabled, onOptions, onDelimiter }: FileColumnsCardProps) {
  const { t } = useTranslation("booksImport");
  const id = useId();
  return (
    <Card title={t("columns.title")}>
      <div className="grid gap-6">
        {importFile.encoding === "windows-1252" && (
          <Alert variant="warning" isAnnounced title={t("columns.windows")} />
        )}
        <div className="grid gap-x-8 gap-y-2">
          <span id={`${id}-delimiter`} className="text-sm font-semibold">
            {t("columns.delimiter")}
          </span>
          <RadioGroup
            aria-labelledby={`${id}-delimiter`}
            name={`${id}-delimiter`}
            className="gap-x-6 sm:flex sm:flex-wrap"
            options={delimiterNames.map((name) => ({ value: name, label: t(`delimiters.${name}`) }))}
            value={importFile.delimiter}
            onChange={(name) => onDelimiter(name as Delimiter)}
            disabled={isDisabled}
          />
          <Checkbox
            label={t("columns.hasHeader")}
            checked={importFile.hasHeader}
            onChange={(event) => onOptions({ hasHeader: event.currentTarget.checked })}
            disabled={isDisabled}
          />
        </div>
        <ColumnFields importFile={importFile} isDisabled={isDisabled} onOptions={onOptions} />
        <Preview importFile={importFile} />
      </div>
    </Card>
  );
}

function ColumnFields({ importFile, isDisabled, onOptions }: Omit<FileColumnsCardProps, "onDelimiter">) {
  const { t } = useTranslation(["booksImport", "books"]);
  const id = useId();
  const { columns } = importFile;
  const options = useColumnOptions(importFile);
  const [sample = []] = bookRows(importFile);

  function choose(field: ImportField, column: string | null) {
    const { [field]: _previous, ...others } = columns;
    onOptions({ columns: column === null ? others : { ...others, [field]: Number(column) } });
  }

  const problem = columnProblem(importFile);
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {importFields.map((field) => {
          const name = t(`books:fields.${field}`);
          const column = columns[field];
          const example = column === undefined ? "" : (sample[column] ?? "");
          return (
            <div key={field} className="grid content-start gap-2">
              <FieldLabel htmlFor={`${id}-${field}`}>
                {field === "publisher" ? name : t("booksImport:columns.label", { field: name })}
              </FieldLabel>
              <Select
                id={`${id}-${field}`}
                options={options}
                value={column === undefined ? null : String(column)}
                onChange={(chosen) => choose(field, chosen)}
                placeholder={t("booksImport:columns.none")}
                clearable={field === "publisher"}
                disabled={isDisabled}
                aria-describedby={`${id}-${field}-sample`}
              />
              <p id={`${id}-${field}-sample`} className="min-h-5 truncate text-sm text-muted-foreground">
                <bdi>{example}</bdi>
              </p>
            </div>
          );
        })}
      </div>
      <FieldError>{problem && t(`booksImport:columns.${problem}`)}</FieldError>
    </div>
  );
}

/** Why the file can't be read with the chosen columns. */
export function columnProblem({ columns }: ImportFile): "twice" | "missing" | undefined {
  if (!hasDistinctColumns(columns)) return "twice";
  const isMissing = (["title", "author", "genre"] as const).some((field) => columns[field] === undefined);
  return isMissing ? "missing" : undefined;
}

/** The columns by letter, and by name if the file has a header. */
function useColumnOptions({ rows, hasHeader }: ImportFile) {
  const { t } = useTranslation("booksImport");
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

type PreviewRow = { key: number } & Record<ImportField, string>;

/** The first books of the file. */
function Preview({ importFile }: { importFile: ImportFile }) {
  const { t } = useTranslation(["booksImport", "books"]);
  const rows = bookRows(importFile).map((cells, key) => {
    const textOf = (field: ImportField) =>
      cells[importFile.columns[field] ?? -1]?.replaceAll(/\s+/gu, " ").trim() ?? "";
    return { key, ...Object.fromEntries(importFields.map((field) => [field, textOf(field)])) } as PreviewRow;
  });
  const cell = (field: ImportField) => (row: PreviewRow) => <bdi>{row[field] || "—"}</bdi>;
  if (rows.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("booksImport:preview")}</h3>
      <DataTable
        label={t("booksImport:preview")}
        rows={rows}
        rowKey={({ key }) => String(key)}
        columns={importFields.map((field) => ({
          key: field,
          header: t(`books:fields.${field}`),
          cell: cell(field),
        }))}
      />
    </div>
  );
}

/** The rows without the header. */
function bookRows({ rows, hasHeader }: ImportFile): string[][] {
  return hasHeader ? rows.slice(1) : rows;
}
