import type { PgColumn } from "drizzle-orm/pg-core";
import type { CellValue } from "#resource/cell-value.ts";
import { importFields, type ImportableField } from "#resource/csv/import-fields.ts";
import { type Draft, type Field, type Fields, mapFields } from "#resource/fields.ts";
import type { Reference } from "#resource/reference-schema.ts";
import { plainColumns, type ExportColumn } from "./csv-export.ts";

type Dated = { createdAt: Date; updatedAt: Date };

/** The columns of an export: first those of an import, then references by their names. */
export function exportColumns<F extends Fields>(fields: F): ExportColumn<Draft<F> & Dated>[] {
  const references = Object.entries<Field>(fields).filter(([, { kind }]) => kind === "reference");
  return [
    ...(plainColumns(importFields(fields)) as ExportColumn<Draft<F>>[]),
    ...references.map(([key, { name }]) => ({
      name,
      value: (record: Draft<F>) => (record[key] as Reference | null)?.name ?? null,
    })),
    { name: "resource:fields.created", value: (record) => record.createdAt },
    { name: "resource:fields.updated", value: (record) => record.updatedAt },
  ];
}

const examples: Record<Field["kind"], CellValue> = {
  text: "Example",
  number: 1,
  year: 2013,
  money: 1250,
  date: "2026-01-31",
  boolean: true,
  choice: null,
  reference: null,
};

/** What an import of the fields needs: how cells are read, the columns in the database, and an example. */
export function importOf<F extends Fields>(fields: F, table: Record<ImportableField<F>, PgColumn>) {
  const read = importFields(fields);
  const names = Object.keys(read) as ImportableField<F>[];
  const example = mapFields(fields, ({ kind, choices = {} }) => Object.keys(choices)[0] ?? examples[kind]);
  return {
    fields: read,
    columns: Object.fromEntries(names.map((name) => [name, table[name]])) as typeof table,
    example: [example as Partial<Record<ImportableField<F>, CellValue>>],
  };
}
