import {
  filteredFields,
  type Fields,
  type FilterValues,
  type SortedField,
  sortedFields,
  valuesOf,
} from "#resource/fields.ts";
import { choiceFilter, flagFilter } from "#ui/list/list-search.ts";

/** The search parameters of a list of records with the fields, for `listSearch`. */
export function fieldSearch<F extends Fields>(fields: F) {
  const [first = "", ...others] = Object.keys(fields);
  const filters = filteredFields(fields).map(([name, field]) => [
    name,
    field.kind === "boolean" ? flagFilter : choiceFilter(valuesOf(field)),
  ]);
  return {
    sortable: [...sortedFields(fields), "updatedAt" as const],
    defaultSort: first as SortedField<F>,
    filters: Object.fromEntries(filters) as {
      [Name in keyof FilterValues<F>]: (
        text: string,
      ) => Extract<FilterValues<F>[Name], string | boolean> | undefined;
    },
    isSelectable: true,
    /** The columns that users can hide. */
    hideable: [...others, "updatedAt"],
  };
}
