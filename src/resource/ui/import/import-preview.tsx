import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDay } from "#i18n/formats.ts";
import { DataTable } from "#ui/list/data-table.tsx";
import { parseDay } from "../../csv/cells.ts";
import type { ImportFields } from "../../csv/import-fields.ts";
import { useFieldName } from "./use-field-name.ts";
import type { ImportFile } from "./use-import.ts";

/** The first rows of the file, as far as their cells are understood. */
export function ImportPreview({ fields, importFile }: { fields: ImportFields; importFile: ImportFile }) {
  const { t, i18n } = useTranslation("resourceImport");
  const nameOf = useFieldName(fields);
  const rows = rowsOf(importFile).map((cells, index) => ({ key: String(index), cells }));

  function textOf(field: string, cells: string[]): string {
    const text = cells[importFile.columns[field] ?? -1]?.replaceAll(/\s+/gu, " ").trim() ?? "";
    const day = fields[field]?.kind === "day" ? parseDay(text, importFile) : undefined;
    return day ? formatDay(i18n.language, day) : text;
  }

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
          cell: ({ cells }: (typeof rows)[number]) => <bdi>{textOf(field, cells) || "—"}</bdi>,
        }))}
      />
    </div>
  );
}

/** The rows without the header. */
export function rowsOf({ rows, hasHeader }: ImportFile): string[][] {
  return hasHeader ? rows.slice(1) : rows;
}
