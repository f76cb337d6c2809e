import { withoutAppearance, type ListSearch } from "#ui/list/list-search.ts";

/** The column of a sort parameter: "title" of "-title". */
type ColumnOf<Sort extends string> = Sort extends `-${infer Key}` ? Key : Sort;

type ListQuery<Search extends ListSearch> = {
  [Name in Exclude<keyof Search, keyof ListSearch>]?: Exclude<Search[Name], undefined>;
} & {
  searchTerm?: string;
  after?: string;
  sort?: ColumnOf<NonNullable<Search["sort"]>>;
  direction?: "ascending" | "descending";
};

/**
 * Converts a list's URL parameters to the input of its operation: `-title` becomes `sort` and `direction`. Filters have
 * the names that the operation gives them.
 * @returns without the selection and the columns, and without parameters that aren't set
 */
export function toListQuery<Search extends ListSearch>(search: Search): ListQuery<Search> {
  const { searchTerm, sort, ...filters } = withoutAppearance<ListSearch>(search);
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return {
    ...(searchTerm && { searchTerm }),
    ...Object.fromEntries(given),
    ...(sort && {
      sort: sort.replace(/^-/, ""),
      direction: sort.startsWith("-") ? "descending" : "ascending",
    }),
  } as ListQuery<Search>;
}
