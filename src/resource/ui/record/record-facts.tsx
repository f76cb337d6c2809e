import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { CellValue } from "#resource/cell-value.ts";
import type { VersionedRecord } from "#resource/schema.ts";
import { Fact, Facts } from "#ui/display/facts.tsx";
import type { RecordColumn } from "../list/record-table.tsx";
import { FieldValue } from "./field-value.tsx";
import type { ConflictFields } from "./save-conflict.tsx";

/** What a column shows of a record; null for an empty value. */
function shownValue<Row>(column: RecordColumn<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row);
  const value = row[column.key] as CellValue;
  return value === null ? null : <FieldValue value={value} />;
}

type RecordFactsProps<Row> = { record: Row; columns: readonly RecordColumn<NoInfer<Row>>[] };

/** The values of a record that aren't empty, and when it was added and updated. */
export function RecordFacts<Row extends VersionedRecord & { createdAt: Date }>({
  record,
  columns,
}: RecordFactsProps<Row>) {
  const { t } = useTranslation("resource");
  return (
    <Facts className="max-w-reading pt-6">
      {columns.map((column) => {
        const value = shownValue(column, record);
        return (
          value !== null && (
            <Fact key={column.key} label={t(column.header)}>
              {value}
            </Fact>
          )
        );
      })}
      <Fact label={t("fields.created")}>
        <FieldValue value={record.createdAt} />
      </Fact>
      <Fact label={t("fields.updated")}>
        <FieldValue value={record.updatedAt} />
      </Fact>
    </Facts>
  );
}

/** The fields of a draft, each with the name and the values of its column. */
export function conflictFields<Draft>(columns: readonly RecordColumn<Draft>[]): ConflictFields<Draft> {
  const fields = columns.map((column) => [
    column.key,
    { name: column.header, show: (draft: Draft) => shownValue(column, draft) },
  ]);
  return Object.fromEntries(fields) as ConflictFields<Draft>;
}
