import { eq, sql } from "drizzle-orm";
import { check, index, type AnyPgColumn, type ExtraConfigColumn } from "drizzle-orm/pg-core";
import type { ActivityFields } from "#server/activity/changed-fields.ts";
import {
  type Draft,
  type Field,
  filteredFields,
  type Fields,
  type FilterValues,
  inputName,
  type InputName,
  isNullable,
  mapFields,
  type SortedField,
  sortedFields,
  valuesOf,
} from "../fields.ts";
import type { Reference } from "../reference-schema.ts";
import { textChecks } from "./columns.ts";
import { orderIndexes, searchIndexes } from "./list/columns.ts";
import { matches, type Filter } from "./list/filters.ts";
import { blanksLast, day, number, text, time, type Sort } from "./list/sorts.ts";

/** The columns of the fields, and those that every table of records has. */
export type FieldColumns<F extends Fields, Column> = {
  [Name in keyof F & string as InputName<F, Name>]: Column;
} & { id: Column; createdAt: Column; updatedAt: Column };

/** The column of a name: columns have the names of what people write. */
export const columnOf = <Column>(columns: object, name: string) =>
  (columns as Record<string, Column>)[name] as Column;

/** How the values of each kind that lists are sorted by are sorted, and the type of their columns. */
const sortKinds = {
  text: [text, "text"],
  number: [number, "integer"],
  year: [number, "integer"],
  money: [number, "bigint"],
  date: [day, "date"],
} as const;

function sortKind({ kind }: Field) {
  return sortKinds[kind as keyof typeof sortKinds];
}

/** The indexes and the checks of a table with the fields, and with a search. @param table its name in the database */
export function fieldIndexes<F extends Fields>(
  table: string,
  columns: FieldColumns<F, ExtraConfigColumn> & { searchText: ExtraConfigColumn },
  fields: F,
) {
  const all = Object.entries<Field>(fields).map(([name, field]) => {
    const column = columnOf<ExtraConfigColumn>(columns, inputName(name, field));
    return { field, column, base: `${table}_${column.name}` };
  });
  const keys = all.flatMap(({ field, column }) => {
    const [, type] = sortKind(field) ?? [];
    return type ? [[column.name, isNullable(field) ? blanksLast(column, type) : column] as const] : [];
  });
  return [
    ...orderIndexes(table, {
      id: columns.id,
      keys: { ...Object.fromEntries(keys), created: columns.createdAt, updated: columns.updatedAt },
    }),
    ...searchIndexes(table, columns.searchText),
    ...all.flatMap(({ field, column, base }) => {
      switch (field.kind) {
        case "text":
          return textChecks(base, column, field.limit ?? 0);
        case "year":
          return [check(`${base}_range`, sql`${column} between 1 and 9999`)];
        case "choice": {
          const values = valuesOf(field).map((value) => `'${value}'`);
          return [
            index(base).on(column),
            check(`${base}_known`, sql`${column} in (${sql.raw(values.join(", "))})`),
          ];
        }
        case "boolean":
          return [index(base).on(column)];
        case "reference":
          return [index(base.replace(/_id$/, "")).on(column)];
        default:
          return [];
      }
    }),
  ];
}

/** The orders of a list of records with the fields. */
export function fieldSorts<F extends Fields>(fields: F, columns: FieldColumns<F, AnyPgColumn>) {
  const sorts = sortedFields(fields).map((name) => {
    const field = fields[name] as Field;
    const [sort] = sortKind(field);
    return [
      name,
      sort(columnOf<AnyPgColumn>(columns, name), isNullable(field) ? { blanks: "last" } : undefined),
    ];
  });
  return {
    ...(Object.fromEntries(sorts) as Record<SortedField<F>, Sort>),
    createdAt: time(columns.createdAt),
    updatedAt: time(columns.updatedAt),
  };
}

/** The filters of a list of records with the fields: by what is yes or no, and by choices. */
export function fieldFilters<F extends Fields>(fields: F, columns: FieldColumns<F, AnyPgColumn>) {
  const filters = filteredFields(fields).map(([name]) => [
    name,
    matches(columnOf<AnyPgColumn>(columns, name), eq),
  ]);
  return Object.fromEntries(filters) as {
    [Name in keyof FilterValues<F>]: Filter<FilterValues<F>[Name]>;
  };
}

/** The values that activity entries compare: of a reference, the name. */
export function activityValues<F extends Fields>(fields: F) {
  return (record: Draft<F>): ActivityFields =>
    mapFields(fields, ({ kind }, name) => {
      const value: unknown = record[name];
      return kind === "reference" ? ((value as Reference | null)?.name ?? null) : value;
    }) as ActivityFields;
}
