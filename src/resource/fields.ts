import { z } from "zod";
import type { TextKey } from "#i18n/text-key.ts";
import { daySchema } from "#lib/day-schema.ts";
import { optionalTypedText, storedText, typedText } from "#rpc/text.ts";
import { referenceSchema, type Reference } from "./reference-schema.ts";
import {
  type Direction,
  flagSchema,
  listQuerySchema,
  type VersionedRecord,
  versionedRecordSchema,
} from "./schema.ts";
import { yearSchema } from "./year-schema.ts";

/*
 * The fields of a resource. From them follow its schemas (here), its indexes, orders and filters (server/fields.ts), the
 * columns of its list, its form and its page (ui), and its CSV files.
 */

/** A field that people write. */
export type Field = {
  kind: "text" | "number" | "year" | "money" | "date" | "boolean" | "choice" | "reference";
  /** The key of its name. */
  name: TextKey;
  /** Whether people must give a value. Only booleans have one otherwise. */
  isRequired: boolean;
  /** Its value in a record, and what people write. */
  stored: z.ZodType;
  input: z.ZodType;
  /** The maximum length of a text, in characters. */
  limit?: number;
  /** The values of a choice, with the keys of their texts. */
  choices?: Readonly<Record<string, TextKey>>;
};

/** By their names in code, in the order in which people see them. The first one names the record. */
export type Fields = Readonly<Record<string, Field>>;

type Options<Required extends boolean> = { required?: Required };

type Nullable<Schema extends z.ZodType, Required> = Required extends true ? Schema : z.ZodNullable<Schema>;

/** What people may leave out. */
type Optional<Schema extends z.ZodType, Required> = Required extends true
  ? Schema
  : z.ZodDefault<z.ZodNullable<Schema>>;

function fieldOf<
  const Kind extends Field["kind"],
  Stored extends z.ZodType,
  Input extends z.ZodType,
  Required extends boolean = false,
>(kind: Kind, name: TextKey, stored: Stored, input: Input, { required }: Options<Required> = {}) {
  return {
    kind,
    name,
    isRequired: required === true,
    stored: (required ? stored : stored.nullable()) as Nullable<Stored, Required>,
    input: (required ? input : input.nullable().default(null)) as Optional<Input, Required>,
  };
}

const required = "common:errors.required";

/**
 * The kinds of fields: `field.text("wines:fields.name", { required: true })`. Texts have at most `limit` characters, numbers are
 * whole, years are from 1 to 9999, amounts of money are in cents of the product's currency, dates are days (YYYY-MM-DD).
 */
export const field = {
  text<Required extends boolean = false>(
    name: TextKey,
    { limit = 200, ...options }: Options<Required> & { limit?: number } = {},
  ) {
    const text = fieldOf("text", name, storedText(limit), typedText(limit, required), options);
    // A blank text is null.
    const input = options.required ? text.input : (optionalTypedText(limit) as unknown as typeof text.input);
    return { ...text, input, limit };
  },

  number: <Required extends boolean = false>(name: TextKey, o?: Options<Required>) =>
    fieldOf("number", name, z.int32(), z.int32(), o),

  year: <Required extends boolean = false>(name: TextKey, o?: Options<Required>) =>
    fieldOf("year", name, z.int(), yearSchema, o),

  money: <Required extends boolean = false>(name: TextKey, o?: Options<Required>) =>
    fieldOf("money", name, z.int(), z.int(), o),

  date: <Required extends boolean = false>(name: TextKey, o?: Options<Required>) =>
    fieldOf("date", name, daySchema, daySchema, o),

  /** Yes or no; no without a value. */
  boolean: (name: TextKey) => ({
    kind: "boolean" as const,
    name,
    isRequired: false,
    stored: z.boolean(),
    input: z.boolean().default(false),
  }),

  /** One of a few values. @param choices the values, with the keys of their texts */
  choice<const Value extends string, Required extends boolean = false>(
    name: TextKey,
    choices: Readonly<Record<Value, TextKey>>,
    o?: Options<Required>,
  ) {
    const values = Object.keys(choices) as [Value, ...Value[]];
    const input = z.enum(values, { error: (issue) => (issue.input ? undefined : required) });
    return { ...fieldOf("choice", name, z.enum(values), input, o), choices, values };
  },

  /** Another record, by its id. Records have its name as well. */
  reference: (name: TextKey) => fieldOf("reference", name, referenceSchema, z.uuid()),
};

/** The code of the error that the record of a reference is gone: `OWNER_NOT_FOUND`. */
export function goneError(name: string): string {
  return `${name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}_NOT_FOUND`;
}

/** Whether a record may lack a value. */
export const isNullable = ({ kind, isRequired }: Field) => kind !== "boolean" && !isRequired;

/** The names of the fields of some kinds. */
type NamesOf<F extends Fields, Kind extends Field["kind"]> = {
  [Name in keyof F & string]: F[Name]["kind"] extends Kind ? Name : never;
}[keyof F & string];

const unsorted = ["boolean", "choice", "reference"] as const;

/** The fields by which lists are sorted. */
export type SortedField<F extends Fields> = NamesOf<F, Exclude<Field["kind"], (typeof unsorted)[number]>>;

export function sortedFields<F extends Fields>(fields: F): SortedField<F>[] {
  const names = Object.keys(fields).filter((name) => !unsorted.some((kind) => kind === fields[name]?.kind));
  return names as SortedField<F>[];
}

/** The fields by which lists are filtered, with the values that they can have. */
export type FilterValues<F extends Fields> = {
  [Name in NamesOf<F, "boolean" | "choice">]: NonNullable<z.output<F[Name]["stored"]>>;
};

export function filteredFields(fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(([, { kind }]) => kind === "boolean" || kind === "choice");
}

/** The values of a choice. */
export const valuesOf = ({ choices = {} }: Field) => Object.keys(choices);

/** The name of a field in what people write: `ownerId` of the reference `owner`. */
export type InputName<F extends Fields, Name extends keyof F & string> = F[Name]["kind"] extends "reference"
  ? `${Name}Id`
  : Name;

export const inputName = (name: string, { kind }: Field) => (kind === "reference" ? `${name}Id` : name);

/** The schemas of a record, of what people write, and of a list's orders and filters: for `recordOperations`. */
export function fieldSchemas<F extends Fields>(fields: F) {
  const stored = mapFields(fields, (each) => each.stored);
  const record: z.ZodType = versionedRecordSchema.extend({ ...stored, createdAt: z.date() });
  return {
    record: record as z.ZodType<RecordOf<F>>,
    input: inputSchema(fields),
    query: querySchema(fields),
  };
}

function inputSchema<F extends Fields>(fields: F) {
  const entries = Object.entries(fields).map(([name, field]) => [inputName(name, field), field.input]);
  return z.object(
    Object.fromEntries(entries) as { [Name in keyof F & string as InputName<F, Name>]: F[Name]["input"] },
  );
}

function querySchema<F extends Fields>(fields: F) {
  const sorts = [...sortedFields(fields), "createdAt", "updatedAt"] as const;
  type Sort = (typeof sorts)[number];
  const filters = filteredFields(fields).map(([name, field]): [string, z.ZodType] => [
    name,
    (field.kind === "boolean" ? flagSchema : z.enum(valuesOf(field))).optional(),
  ]);
  type Filters = {
    [Name in keyof FilterValues<F>]: z.ZodOptional<z.ZodType<FilterValues<F>[Name], FilterValues<F>[Name]>>;
  };
  return listQuerySchema(sorts as unknown as [Sort, ...Sort[]]).extend(
    Object.fromEntries(filters) as Filters,
  );
}

/** What a form edits. */
export type Draft<F extends Fields> = { [Name in keyof F]: z.output<F[Name]["stored"]> };

/** A record with the fields. */
export type RecordOf<F extends Fields> = VersionedRecord & Draft<F> & { createdAt: Date };

/** The orders and filters of a list. */
export type QueryOf<F extends Fields> = {
  searchTerm: string;
  sort: SortedField<F> | "createdAt" | "updatedAt";
  direction: Direction;
} & { [Name in keyof FilterValues<F>]?: FilterValues<F>[Name] | undefined };

/** What the operations of a resource take. */
type InputOf<F extends Fields> = z.output<ReturnType<typeof inputSchema<F>>>;

/** The schema of a form, which knows the names of the records that fields refer to. */
export function draftSchema<F extends Fields>(fields: F): z.ZodType<Draft<F>> {
  const shape = mapFields(fields, ({ kind, input }) =>
    kind === "reference" ? referenceSchema.nullable() : input,
  );
  return z.object(shape) as unknown as z.ZodType<Draft<F>>;
}

/** How a record becomes what its form edits, and how that becomes what the operations take. */
export function drafts<F extends Fields>(fields: F) {
  return {
    toDraft: (record: Draft<F>) => mapFields(fields, (_, name) => record[name]) as Draft<F>,
    toInput(draft: Draft<F>) {
      const entries = Object.entries(fields).map(([name, field]) => {
        const value: unknown = draft[name];
        return [
          inputName(name, field),
          field.kind === "reference" ? ((value as Reference | null)?.id ?? null) : value,
        ];
      });
      return Object.fromEntries(entries) as InputOf<F>;
    },
  };
}

/** The values of a form for a new record. */
export function emptyDraft(fields: Fields): Record<string, unknown> {
  return mapFields(fields, ({ kind, isRequired }) => {
    if (kind === "boolean") return false;
    return kind === "text" && isRequired ? "" : null;
  });
}

const activityFormats: Partial<Record<Field["kind"], "year" | "money" | "day">> = {
  year: "year",
  money: "money",
  date: "day",
};

/** How the activity names the fields, and shows their values. */
export function activityTexts(fields: Fields) {
  const formats = Object.entries(fields).flatMap(([name, { kind }]) => {
    const format = activityFormats[kind];
    return format ? [[name, format] as const] : [];
  });
  return { fields: mapFields(fields, ({ name }) => name), formats: Object.fromEntries(formats) };
}

/** Converts each field. */
export function mapFields<Value>(
  fields: Fields,
  convert: (field: Field, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, convert(field, name)]));
}
