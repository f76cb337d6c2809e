import type { z } from "zod";
import { optionalTypedText } from "#rpc/text.ts";
import { inputSchema } from "../field-schemas.ts";
import { type Field, type Fields, mapFields, valuesOf } from "../fields.ts";
import type { Reference } from "../reference-schema.ts";
import { amountOf, choiceCell, flagCell, moneyCell, numberCell, textCell } from "./cell-schemas.ts";
import type { ImportField } from "./import-schema.ts";

/** How the cells of files are read and written. */
export function importFields<F extends Fields>(fields: F) {
  return mapFields(fields, importField) as Record<keyof F & string, ImportField>;
}

/** The maximum length of a name in a cell, in characters. */
const nameLimit = 1_000;

/** Of a reference, the cell has the name. */
const reference = {
  schema: textCell(optionalTypedText(nameLimit)),
  written: (value: unknown) => (value as Reference | null)?.name ?? null,
};

function importField(each: Field): ImportField {
  const { kind, name, isRequired } = each;
  const input: z.ZodType = inputSchema(each);
  const field = { name, ...(isRequired && { required: true }) };
  if (kind === "reference") return { ...field, ...reference };
  const text = input as z.ZodType<string | null>;
  const number = input as z.ZodType<number | null>;
  if (kind === "text") return { ...field, schema: text };
  if (kind === "boolean") return { ...field, schema: flagCell };
  if (kind === "choice") return { ...field, schema: choiceCell(valuesOf(each), text) };
  if (kind === "money") return { ...field, schema: moneyCell(number), written: amountOf };
  return { ...field, schema: kind === "number" || kind === "year" ? numberCell(number) : textCell(text) };
}
