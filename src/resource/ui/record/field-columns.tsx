import type { ReactNode } from "react";
import type { CellValue } from "#resource/cell-value.ts";
import { type Draft, type Field, type Fields, type RecordOf } from "#resource/fields.ts";
import type { Reference } from "#resource/reference-schema.ts";
import type { RecordColumn } from "../list/record-table.tsx";
import { FieldValue } from "./field-value.tsx";
import { ChoiceValue, DayValue, MoneyValue, YearValue } from "./kind-values.tsx";

/** The columns' widths. */
const widths: Record<Field["kind"], string> = {
  text: "16%",
  number: "7rem",
  year: "6rem",
  money: "8.5rem",
  date: "9rem",
  boolean: "6rem",
  choice: "8rem",
  reference: "10rem",
};

const numeric: readonly Field["kind"][] = ["number", "year", "money"];

/** The first direction in which lists are sorted. */
const directions: Partial<Record<Field["kind"], "ascending" | "descending">> = {
  text: "ascending",
  number: "ascending",
  year: "ascending",
  money: "ascending",
  date: "descending",
};

/** The columns of the fields, for lists, pages and conflicts. On narrow screens, lists show the first three. */
export function fieldColumns<F extends Fields>(fields: F): RecordColumn<Draft<F>>[] {
  return Object.entries<Field>(fields).map(([key, field], index) => ({
    key,
    header: field.name,
    ...(directions[field.kind] && { sort: directions[field.kind] }),
    ...(index > 0 && { width: widths[field.kind], isNumeric: numeric.includes(field.kind) }),
    ...(index > 2 && { hideBelow: "lg" as const }),
    cell: (record: Draft<F>) => shownValue(field, record[key]),
  }));
}

const updated: RecordColumn<{ updatedAt: Date }> = {
  key: "updatedAt",
  header: "resource:fields.updated",
  sort: "descending",
  width: "9rem",
  hideBelow: "lg",
};

/** The columns of a list: five of the fields, since more don't fit, and when records were updated. */
export function listColumns<F extends Fields>(fields: F) {
  return [...fieldColumns(fields).slice(0, 5), updated] as RecordColumn<RecordOf<F>>[];
}

function shownValue({ kind, choices }: Field, value: unknown): ReactNode {
  if (value === null) return null;
  switch (kind) {
    case "year":
      return <YearValue value={value as number} />;
    case "money":
      return <MoneyValue value={value as number} />;
    case "date":
      return <DayValue value={value as string} />;
    case "choice": {
      const text = choices?.[value as string];
      return text && <ChoiceValue text={text} />;
    }
    case "reference":
      return <bdi>{(value as Reference).name}</bdi>;
    default:
      return <FieldValue value={value as CellValue} />;
  }
}
