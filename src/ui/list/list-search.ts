import { isDay } from "#lib/day.ts";
import { isUuid } from "#lib/uuid.ts";

/** Limits of a list's URL parameters. They keep URLs within the limits of servers and browsers. */
export const listLimits = { searchTerm: 200, filter: 100, selected: 100, id: 100, after: 4_000 };

/** The URL parameters of a list. Defaults are omitted. */
export type ListSearch = {
  searchTerm?: string;
  /** A column's key. `-` in front of it means descending. */
  sort?: string;
  /** Where the list begins: the `next` of the page before. Only the link to the next page sets it, without JavaScript. */
  after?: string;
  /** Ids of the selected rows, in the order of selection. */
  selected?: string[];
  /** Keys of the columns that aren't shown, separated by commas. */
  hidden?: string;
  // optional: views
  /** The name of the saved view that the list was opened with. */
  view?: string;
  // end: views
};

/** A filter's value. A flag's URL is `banned=true`. */
export type FilterValue = string | boolean;

/** Parses the text of a filter in the URL. It returns `undefined` if the text is invalid. */
type ParseFilter = (text: string) => FilterValue | undefined;

/** Filters by the id of another record. */
export function idFilter(text: string): string | undefined {
  return isUuid(text) ? text : undefined;
}

/** Filters by one of a few values. */
export function choiceFilter<Value extends string>(values: readonly Value[]) {
  return (text: string): Value | undefined => values.find((value) => value === text);
}

/** Filters by a day that exists. */
export function dayFilter(text: string): string | undefined {
  return isDay(text) ? text : undefined;
}

/** Filters by yes or no. */
export function flagFilter(text: string): boolean | undefined {
  return text === "true" || (text === "false" ? false : undefined);
}

type ListSearchOptions<Sort extends string, Filters extends Record<string, ParseFilter>> = {
  /** Keys of the sortable columns. */
  sortable?: readonly Sort[];
  /** The order without `sort`, for example "title" or "-updatedAt". */
  defaultSort?: Sort | `-${Sort}`;
  filters?: Filters;
  isSelectable?: boolean;
  /** Keys of the columns that can be hidden, in their order. */
  hideable?: readonly string[];
};

/** The URL parameters that `listSearch` validates. */
type SearchOf<Sort extends string, Filters extends Record<string, ParseFilter>> = Omit<ListSearch, "sort"> & {
  sort?: Sort | `-${Sort}`;
} & { [Name in keyof Filters]?: Exclude<ReturnType<Filters[Name]>, undefined> };

/**
 * Route options for a list: `createFileRoute(…)({ ...listSearch({ … }), … })`. Invalid parameters are dropped, a long
 * search term is cut, and defaults are removed from URLs.
 */
export function listSearch<Sort extends string = never, Filters extends Record<string, ParseFilter> = {}>(
  options: ListSearchOptions<Sort, Filters>,
) {
  type Search = SearchOf<Sort, Filters>;
  const validateSearch = (search: Record<string, unknown>) =>
    withoutEmpty(parseSearch(options, search)) as Search;

  function withoutDefaults({ search, next }: { search: Search; next: (search: Search) => Search }): Search {
    const result = next(search);
    return withoutEmpty({ ...result, ...parseSearch(options, result) }) as Search;
  }

  const loaderDeps = ({ search }: { search: Search }) => withoutAppearance(search);

  return { validateSearch, search: { middlewares: [withoutDefaults] }, loaderDeps };
}

function parseSearch(
  options: ListSearchOptions<string, Record<string, ParseFilter>>,
  search: Record<string, unknown>,
) {
  const { sortable = [], defaultSort, filters = {}, isSelectable = false, hideable } = options;
  const sort = textOf(search.sort);
  const isSort = sort !== defaultSort && sortable.includes(sort.replace(/^-/, ""));
  const validFilters = Object.entries(filters).map(([name, parse]) => {
    const text = textOf(search[name]);
    return [name, text.length <= listLimits.filter ? parse(text) : undefined];
  });
  const after = textOf(search.after);
  return {
    searchTerm: cut(textOf(search.searchTerm), listLimits.searchTerm),
    after: after.length <= listLimits.after ? after : "",
    ...Object.fromEntries(validFilters),
    sort: isSort ? sort : "",
    selected: isSelectable ? idsOf(search.selected) : [],
    hidden: hideable?.filter((key) => keysIn(search.hidden).includes(key)).join(","),
    view: hideable && cut(textOf(search.view), listLimits.filter), // optional: views
  };
}

/** The parameters that decide which rows a list has, in which order. */
export function withoutAppearance<Search extends ListSearch>(search: Search) {
  const {
    selected: _selected,
    hidden: _hidden,
    view: _view, // optional: views
    ...list
  } = search;
  return list;
}

/**
 * Changes some URL parameters and keeps the others: for `search` of links and `navigate`. Clears the selection, whose
 * rows may no longer be shown, and the position, which is of another list, unless `change` sets them.
 * @param change `undefined` resets a parameter to its default
 * @returns typed as `never` to fit every route
 */
export function updateSearch(change: Record<string, FilterValue | string[] | undefined>) {
  return (before: object) =>
    withoutEmpty({ ...before, selected: undefined, after: undefined, ...change }) as never;
}

/** The order that a column header links to: first the column's own direction, then the opposite. */
export function nextSort(current: string | undefined, key: string, first: "ascending" | "descending") {
  if (sortDirection(current, key) === undefined) return first === "ascending" ? key : `-${key}`;
  return current === key ? `-${key}` : key;
}

/** The direction in which `sort` sorts by this column; `undefined` if it sorts by another one. */
export function sortDirection(sort: string | undefined, key: string): "ascending" | "descending" | undefined {
  if (sort === key) return "ascending";
  return sort === `-${key}` ? "descending" : undefined;
}

/** The keys of a list in the URL. */
export function keysIn(text: unknown): string[] {
  return textOf(text).split(",");
}

/** A flag is a boolean after its validation. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
}

/** Cuts a text, but not within a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/** Ids, which are separated by commas in the URL. */
function idsOf(value: unknown): string[] {
  const given: unknown[] = Array.isArray(value) ? value : textOf(value).split(",");
  const ids = given.filter(
    (id): id is string => typeof id === "string" && id !== "" && id.length <= listLimits.id,
  );
  return [...new Set(ids)].slice(0, listLimits.selected);
}

function withoutEmpty<Search extends object>(search: Search): Partial<Search> {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as Partial<Search>;
}
