import type { z } from "zod";
import { inputSchema } from "../field-schemas.ts";
import { type Field, type Fields, mapFields, valuesOf } from "../fields.ts";
import { amountOf, choiceCell, flagCell, moneyCell, numberCell, textCell } from "./cell-schemas.ts";
import type { ImportField } from "./import-schema.ts";

/** The fields that a column of a file can contain: all but references. */
export type ImportableField<F extends Fields> = {
  [Name in keyof F & string]: F[Name]["kind"] extends "reference" ? never : Name;
}[keyof F & string];

/** How the cells of files are read and written. */
export function importFields<F extends Fields>(fields: F) {
  const importable = Object.entries<Field>(fields).filter(([, { kind }]) => kind !== "reference");
  return mapFields(Object.fromEntries(importable), importField) as Record<ImportableField<F>, ImportField>;
}

function importField(each: Field): ImportField {
  const { kind, name, isRequired } = each;
  const input: z.ZodType = inputSchema(each);
  const field = { name, ...(isRequired && { required: true }) };
  const text = input as z.ZodType<string | null>;
  const number = input as z.ZodType<number | null>;
  if (kind === "text") return { ...field, schema: text };
  if (kind === "boolean") return { ...field, schema: flagCell };
  if (kind === "choice") return { ...field, schema: choiceCell(valuesOf(each), text) };
  if (kind === "money") return { ...field, schema: moneyCell(number), written: amountOf };
  return { ...field, schema: kind === "number" || kind === "year" ? numberCell(number) : textCell(text) };
}
