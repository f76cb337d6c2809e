import { z } from "zod";
import { daySchema } from "#lib/day-schema.ts";
import { optionalTypedText, storedText, typedText } from "#rpc/text.ts";
import {
  type Draft,
  type Field,
  type Fields,
  filteredFields,
  type FilterValues,
  inputName,
  type InputName,
  isNullable,
  mapFields,
  type RecordOf,
  sortedFields,
  type ValueOf,
  valuesOf,
} from "./fields.ts";
import { referenceSchema } from "./reference-schema.ts";
import { flagSchema, listQuerySchema, versionedRecordSchema } from "./schema.ts";
import { yearSchema } from "./year-schema.ts";

const required = "common:errors.required";

function storedSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case "text":
      return storedText(field.limit ?? 0);
    case "number":
      return z.int32();
    case "year":
    case "money":
      return z.int();
    case "date":
      return daySchema;
    case "boolean":
      return z.boolean();
    case "choice":
      return z.enum(valuesOf(field));
    case "reference":
      return referenceSchema;
  }
}

/** The schema of a value that people write. */
function valueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case "text":
      return typedText(field.limit ?? 0, required);
    case "year":
      return yearSchema;
    case "choice":
      return z.enum(valuesOf(field), { error: ({ input }) => (input ? undefined : required) });
    case "reference":
      return z.uuid();
    default:
      return storedSchema(field);
  }
}

/** The schema of what people write in a field. */
export function inputSchema(field: Field): z.ZodType {
  if (field.kind === "boolean") return z.boolean().default(false);
  if (field.isRequired) return valueSchema(field);
  // A blank text is null.
  return field.kind === "text"
    ? optionalTypedText(field.limit ?? 0)
    : valueSchema(field).nullable().default(null);
}

/** The types of `inputSchema`: what may be left out has a default. */
type InputSchema<Each extends Field> = Each["isRequired"] extends true
  ? z.ZodType<ValueOf<Each>>
  : Each["kind"] extends "boolean"
    ? z.ZodDefault<z.ZodBoolean>
    : z.ZodDefault<z.ZodNullable<z.ZodType<Each["kind"] extends "reference" ? string : ValueOf<Each>>>>;

type InputShape<F extends Fields> = {
  [Name in keyof F & string as InputName<F, Name>]: InputSchema<F[Name]>;
};

type FilterShape<F extends Fields> = {
  [Name in keyof FilterValues<F>]: z.ZodOptional<z.ZodType<FilterValues<F>[Name], FilterValues<F>[Name]>>;
};

/** The schemas of a record, of what people write, and of a list's orders and filters: for `recordOperations`. */
export function fieldSchemas<F extends Fields>(fields: F) {
  const stored = mapFields(fields, (each) =>
    isNullable(each) ? storedSchema(each).nullable() : storedSchema(each),
  );
  const record: z.ZodType = versionedRecordSchema.extend({ ...stored, createdAt: z.date() });
  const input = Object.entries<Field>(fields).map(([name, each]) => [
    inputName(name, each),
    inputSchema(each),
  ]);
  return {
    record: record as z.ZodType<RecordOf<F>>,
    input: z.object(Object.fromEntries(input) as InputShape<F>),
    query: querySchema(fields),
  };
}

function querySchema<F extends Fields>(fields: F) {
  const sorts = [...sortedFields(fields), "createdAt", "updatedAt"] as const;
  type Sort = (typeof sorts)[number];
  const filters = filteredFields(fields).map(([name, each]): [string, z.ZodType] => [
    name,
    (each.kind === "boolean" ? flagSchema : z.enum(valuesOf(each))).optional(),
  ]);
  return listQuerySchema(sorts as unknown as [Sort, ...Sort[]]).extend(
    Object.fromEntries(filters) as FilterShape<F>,
  );
}

/** The schema of a form, which knows the names of the records that fields refer to. */
export function draftSchema<F extends Fields>(fields: F): z.ZodType<Draft<F>> {
  const shape = mapFields(fields, (each) =>
    each.kind === "reference" ? referenceSchema.nullable() : inputSchema(each),
  );
  return z.object(shape) as unknown as z.ZodType<Draft<F>>;
}
