import type { FilterValue } from "#ui/list/list-search.ts";

/** The column of a sort parameter: "title" of "-title". */
type ColumnOf<Sort extends string> = Sort extends `-${infer Key}` ? Key : Sort;

/**
 * Converts a list's URL parameters to the input of its operation: `-title` becomes `sort` and `direction`.
 * @param filters by the names that the operation gives them
 * @returns without parameters that aren't set
 */
export function toListQuery<Sort extends string, Filters extends Record<string, FilterValue | undefined>>(
  { searchTerm, sort }: { searchTerm?: string; sort?: Sort },
  filters: Filters,
) {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return {
    ...(searchTerm && { searchTerm }),
    ...(Object.fromEntries(given) as { [Name in keyof Filters]?: Exclude<Filters[Name], undefined> }),
    ...(sort && {
      sort: sort.replace(/^-/, "") as ColumnOf<Sort>,
      direction: sort.startsWith("-") ? ("descending" as const) : ("ascending" as const),
    }),
  };
}
