import type { TextKey } from "#i18n/text-key.ts";
import type { Reference } from "./reference-schema.ts";
import type { Direction, VersionedRecord } from "./schema.ts";

/*
 * The fields of a resource. From them follow its schemas (field-schemas.ts), indexes, orders and filters (server/fields.ts),
 * the columns of its list, its form and its page (ui), and its CSV files. Without zod: the first page of every visitor loads
 * the search parameters of all lists.
 */

/** A field that people write. */
export type Field = {
  kind: "text" | "number" | "year" | "money" | "date" | "boolean" | "choice" | "reference";
  /** The key of its name. */
  name: TextKey;
  /** Whether people must give a value. Only booleans have one otherwise. */
  isRequired: boolean;
  /** The maximum length of a text, in characters. */
  limit?: number;
  /** The values of a choice, with the keys of their texts. */
  choices?: Readonly<Record<string, TextKey>>;
};

/** By their names in code, in the order in which people see them. The first one names the record. */
export type Fields = Readonly<Record<string, Field>>;

type Options<Required extends boolean> = { required?: Required };

function fieldOf<const Kind extends Field["kind"], Required extends boolean = false>(
  kind: Kind,
  name: TextKey,
  { required }: Options<Required> = {},
) {
  return { kind, name, isRequired: (required ?? false) as Required };
}

/**
 * The kinds of fields: `field.text("wines:fields.name", { required: true })`. Texts have at most `limit` characters, numbers are
 * whole, years are from 1 to 9999, amounts of money are in cents of the product's currency, dates are days (YYYY-MM-DD).
 */
export const field = {
  text: <Required extends boolean = false>(
    name: TextKey,
    { limit = 200, ...options }: Options<Required> & { limit?: number } = {},
  ) => ({ ...fieldOf("text", name, options as Options<Required>), limit }),

  number: <Required extends boolean = false>(name: TextKey, o?: Options<Required>) =>
    fieldOf("number", name, o),

  year: <Required extends boolean = false>(name: TextKey, o?: Options<Required>) => fieldOf("year", name, o),

  money: <Required extends boolean = false>(name: TextKey, o?: Options<Required>) =>
    fieldOf("money", name, o),

  date: <Required extends boolean = false>(name: TextKey, o?: Options<Required>) => fieldOf("date", name, o),

  /** Yes or no; no without a value. */
  boolean: (name: TextKey) => fieldOf("boolean", name),

  /** One of a few values. @param choices the values, with the keys of their texts */
  choice<const Value extends string, Required extends boolean = false>(
    name: TextKey,
    choices: Readonly<Record<Value, TextKey>>,
    o?: Options<Required>,
  ) {
    return { ...fieldOf("choice", name, o), choices, values: Object.keys(choices) as [Value, ...Value[]] };
  },

  /** Another record, by its id. Records have its name as well. */
  reference: (name: TextKey) => fieldOf("reference", name),
};

/** The code of the error that the record of a reference is gone: `OWNER_NOT_FOUND`. */
export function goneError(name: string): string {
  return `${name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}_NOT_FOUND`;
}

/** Whether a record may lack a value. */
export const isNullable = ({ kind, isRequired }: Field) => kind !== "boolean" && !isRequired;

/** The type of a field's value, if there is one. */
export type ValueOf<Each extends Field> = Each extends { choices: Readonly<Record<infer Value, TextKey>> }
  ? Value & string
  : {
      text: string;
      number: number;
      year: number;
      money: number;
      date: string;
      boolean: boolean;
      choice: string;
      reference: Reference;
    }[Each["kind"]];

type Stored<Each extends Field> =
  | ValueOf<Each>
  | (Each["kind"] extends "boolean" ? never : Each["isRequired"] extends true ? never : null);

/** What a form edits. */
export type Draft<F extends Fields> = { [Name in keyof F]: Stored<F[Name]> };

/** A record with the fields. */
export type RecordOf<F extends Fields> = VersionedRecord & Draft<F> & { createdAt: Date };

/** The name of a field in what people write: `ownerId` of the reference `owner`. */
export type InputName<F extends Fields, Name extends keyof F & string> = F[Name]["kind"] extends "reference"
  ? `${Name}Id`
  : Name;

export const inputName = (name: string, { kind }: Field) => (kind === "reference" ? `${name}Id` : name);

/** What the operations take. */
export type InputOf<F extends Fields> = {
  [Name in keyof F & string as InputName<F, Name>]: F[Name]["kind"] extends "reference"
    ? string | null
    : Stored<F[Name]>;
};

/** The names of the fields of some kinds. */
type NamesOf<F extends Fields, Kind extends Field["kind"]> = {
  [Name in keyof F & string]: F[Name]["kind"] extends Kind ? Name : never;
}[keyof F & string];

/** The fields that refer to other records. */
export type ReferenceField<F extends Fields> = NamesOf<F, "reference">;

const unsorted = ["boolean", "choice", "reference"] as const;

/** The fields by which lists are sorted. */
export type SortedField<F extends Fields> = NamesOf<F, Exclude<Field["kind"], (typeof unsorted)[number]>>;

export function sortedFields<F extends Fields>(fields: F): SortedField<F>[] {
  const names = Object.keys(fields).filter((name) => !unsorted.some((kind) => kind === fields[name]?.kind));
  return names as SortedField<F>[];
}

/** The fields by which lists are filtered, with the values that they can have. */
export type FilterValues<F extends Fields> = {
  [Name in NamesOf<F, "boolean" | "choice">]: ValueOf<F[Name]> & (string | boolean);
};

export function filteredFields(fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(([, { kind }]) => kind === "boolean" || kind === "choice");
}

/** The orders and filters of a list. */
export type QueryOf<F extends Fields> = {
  searchTerm: string;
  sort: SortedField<F> | "createdAt" | "updatedAt";
  direction: Direction;
} & { [Name in keyof FilterValues<F>]?: FilterValues<F>[Name] | undefined };

/** The values of a choice. */
export const valuesOf = ({ choices = {} }: Field) => Object.keys(choices);

/** How a record becomes what its form edits, and how that becomes what the operations take. */
export function drafts<F extends Fields>(fields: F) {
  return {
    toDraft: (record: Draft<F>) => mapFields(fields, (_, name) => record[name]) as Draft<F>,
    toInput(draft: Draft<F>) {
      const entries = Object.entries(fields).map(([name, each]) => {
        const value: unknown = draft[name];
        return [
          inputName(name, each),
          each.kind === "reference" ? ((value as Reference | null)?.id ?? null) : value,
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

/** Converts each field. */
export function mapFields<Value>(
  fields: Fields,
  convert: (field: Field, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, convert(each, name)]));
}
