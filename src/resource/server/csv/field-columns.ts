import type { PgColumn } from "drizzle-orm/pg-core";
import type { CellValue } from "#resource/cell-value.ts";
import { importFields } from "#resource/csv/import-fields.ts";
import {
  type Draft,
  type Field,
  type Fields,
  inputName,
  mapFields,
  type ReferenceField,
} from "#resource/fields.ts";
import { columnOf, type FieldColumns } from "../fields.ts";
import type { References } from "../field-store.ts";
import { isNamed } from "../import/names.ts";
import { plainColumns, type ExportColumn } from "./csv-export.ts";

type Dated = { createdAt: Date; updatedAt: Date };

/** The columns of an export: first those of an import, with the names of what references refer to. */
export function exportColumns<F extends Fields>(fields: F): ExportColumn<Draft<F> & Dated>[] {
  return [
    ...(plainColumns(importFields(fields)) as ExportColumn<Draft<F>>[]),
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

/**
 * What an import of the fields needs: how cells are read, the columns in the database, and an example. References are found
 * by their names.
 */
export function importOf<F extends Fields>(
  fields: F,
  table: FieldColumns<F, PgColumn>,
  references: References<F>,
) {
  const read = importFields(fields);
  type Name = keyof F & string;
  const columns = mapFields(fields, (each, name) => columnOf<PgColumn>(table, inputName(name, each)));
  const related = Object.entries<References<F>[ReferenceField<F>]>(references).map(
    ([field, { id, names }]) => ({
      field: field as Name,
      id,
      names: names.map(isNamed),
    }),
  );
  const example = mapFields(fields, ({ kind, choices = {} }) => Object.keys(choices)[0] ?? examples[kind]);
  return {
    fields: read,
    columns: columns as Record<Name, PgColumn>,
    related,
    example: [example as Partial<Record<Name, CellValue>>],
  };
}
