import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "#ui/controls/checkbox.tsx";
import { FieldError, FieldLabel } from "#ui/controls/field.tsx";
import { RadioGroup } from "#ui/controls/radio-group.tsx";
import { Select } from "#ui/controls/select/select.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { Card } from "#ui/display/card.tsx";
import { DataTable } from "#ui/list/data-table.tsx";
import { delimiterNames, type Delimiter } from "#features/books/csv/delimiters.ts";
import { hasDistinctColumns, importFields, type ImportField } from "#features/books/import/import-schema.ts";
import type { Choice } from "./use-import.ts";

type FileColumnsCardProps = {
  choice: Choice;
  isDisabled: boolean;
  onRead: (change: Partial<Pick<Choice, "columns" | "hasHeader">>) => void;
  onDelimiter: (delimiter: Delimiter) => void;
};

/** Says what each column of a file holds, and shows the first books as they will be read. */
export function ColumnMappingCard({ choice, isDisabled, onRead, onDelimiter }: FileColumnsCardProps) {
  const { t } = useTranslation("booksImport");
  const id = useId();
  return (
    <Card title={t("columns.title")}>
      <div className="grid gap-6">
        {choice.encoding === "windows-1252" && (
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
            value={choice.delimiter}
            onChange={(name) => onDelimiter(name as Delimiter)}
            disabled={isDisabled}
          />
          <Checkbox
            label={t("columns.hasHeader")}
            checked={choice.hasHeader}
            onChange={(event) => onRead({ hasHeader: event.currentTarget.checked })}
            disabled={isDisabled}
          />
        </div>
        <Columns choice={choice} isDisabled={isDisabled} onRead={onRead} />
        <Preview choice={choice} />
      </div>
    </Card>
  );
}

function Columns({ choice, isDisabled, onRead }: Omit<FileColumnsCardProps, "onDelimiter">) {
  const { t } = useTranslation(["booksImport", "books"]);
  const id = useId();
  const { columns } = choice;
  const options = useColumnOptions(choice);
  const [sample = []] = bookRows(choice);

  function choose(field: ImportField, place: string | null) {
    const { [field]: _before, ...others } = columns;
    onRead({ columns: place === null ? others : { ...others, [field]: Number(place) } });
  }

  const isMissing = (["title", "author", "genre"] as const).some((field) => columns[field] === undefined);
  const problem = !hasDistinctColumns(columns)
    ? t("booksImport:columns.twice")
    : isMissing && t("booksImport:columns.missing");
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {importFields.map((field) => {
          const name = t(`books:fields.${field}`);
          const place = columns[field];
          const example = place === undefined ? "" : (sample[place] ?? "");
          return (
            <div key={field} className="grid content-start gap-2">
              <FieldLabel htmlFor={`${id}-${field}`}>
                {field === "publisher" ? name : t("booksImport:columns.label", { field: name })}
              </FieldLabel>
              <Select
                id={`${id}-${field}`}
                options={options}
                value={place === undefined ? null : String(place)}
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
      <FieldError>{problem}</FieldError>
    </div>
  );
}

/** The columns by their letters, and by their names where they have some. */
function useColumnOptions({ rows, hasHeader }: Choice) {
  const { t } = useTranslation("booksImport");
  const count = Math.max(...rows.map(({ length }) => length));
  return Array.from({ length: count }, (_, place) => {
    const name = (hasHeader && rows[0]?.[place]?.trim()) || t("columns.column", { name: letterOf(place) });
    return { id: String(place), label: hasHeader ? `${letterOf(place)}: ${name}` : name };
  });
}

/** A column's letters, as spreadsheets count: A to Z, AA, AB. */
function letterOf(place: number): string {
  const before = Math.floor(place / 26) - 1;
  return (before < 0 ? "" : letterOf(before)) + String.fromCharCode(65 + (place % 26));
}

type PreviewRow = { key: number } & Record<ImportField, string>;

/** The first books as they will be read. */
function Preview({ choice }: { choice: Choice }) {
  const { t } = useTranslation(["booksImport", "books"]);
  const rows = bookRows(choice).map((cells, key) => {
    const textOf = (field: ImportField) =>
      cells[choice.columns[field] ?? -1]?.replaceAll(/\s+/gu, " ").trim() ?? "";
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

/** The rows that hold books. */
function bookRows({ rows, hasHeader }: Choice): string[][] {
  return hasHeader ? rows.slice(1) : rows;
}
