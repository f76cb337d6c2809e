/** Limits of what a list keeps in the URL, so that no address grows beyond what servers and browsers take. */
export const listLimits = { searchTerm: 200, filter: 100, selected: 100, id: 100 };

/** What a list keeps in the URL. Whatever is at its default is absent. */
export type ListSearch = {
  searchTerm?: string;
  /** A column's key, with `-` before it for the descending order. */
  sort?: string;
  /** Ids of selected rows, in the order in which they were selected. */
  selected?: string[];
};

type ListSearchOptions<Filter extends string> = {
  /** Keys of the columns by which rows can be sorted. */
  sortable?: readonly string[];
  /** The order where the URL names none, such as "title" or "-updatedAt". */
  defaultSort?: string;
  /** Names of filters, and which values each takes. */
  filters?: Record<Filter, (value: string) => boolean>;
  isSelectable?: boolean;
};

/**
 * What a list keeps in the URL, as options of its route: `createFileRoute(…)({ ...listSearch({ … }), … })`. Whatever the
 * URL holds, a search comes out: what is unknown or too long falls away, and a long search term is cut. What is at its
 * default is dropped from every address.
 */
export function listSearch<Filter extends string = never>(rules: ListSearchOptions<Filter>) {
  type Search = ListSearch & { [name in Filter]?: string };
  const validateSearch = (search: Record<string, unknown>) => parseSearch(rules, search) as Search;
  const names = ["searchTerm", "sort", "selected", ...Object.keys(rules.filters ?? {})];

  function withoutDefaults({ search, next }: { search: Search; next: (search: Search) => Search }): Search {
    const result = next(search);
    const others = Object.entries(result).filter(([name]) => !names.includes(name));
    return { ...Object.fromEntries(others), ...validateSearch(result) };
  }

  return { validateSearch, search: { middlewares: [withoutDefaults] } };
}

function parseSearch(rules: ListSearchOptions<string>, search: Record<string, unknown>) {
  const { sortable = [], defaultSort, filters = {}, isSelectable = false } = rules;
  const sort = wordOf(search.sort);
  const isSort = sort !== defaultSort && sortable.includes(sort.replace(/^-/, ""));
  const chosen = Object.entries(filters).map(([name, takes]) => {
    const value = wordOf(search[name]);
    return [name, value.length <= listLimits.filter && takes(value) ? value : ""];
  });
  return present({
    searchTerm: cut(wordOf(search.searchTerm), listLimits.searchTerm),
    ...Object.fromEntries(chosen),
    sort: isSort ? sort : "",
    selected: isSelectable ? idsOf(search.selected) : [],
  });
}

/**
 * The search after something else is looked for: for `search` of links and `navigate`. What was selected may be out of
 * sight then, so nothing stays selected, unless the change says so.
 * @param change what becomes different; `undefined` for its default
 * @returns typed as fitting every route, because a list's parts stand on any
 */
export function updateSearch(change: Record<string, string | string[] | undefined>) {
  return (before: object) => present({ ...before, selected: undefined, ...change }) as never;
}

/** The order that a column's heading leads to: its own first direction, then the other one. */
export function nextSort(current: string | undefined, key: string, first: "ascending" | "descending") {
  if (sortDirection(current, key) === undefined) return first === "ascending" ? key : `-${key}`;
  return current === key ? `-${key}` : key;
}

/** In which direction an order sorts by a column; `undefined` where it sorts by another one. */
export function sortDirection(sort: string | undefined, key: string): "ascending" | "descending" | undefined {
  if (sort === key) return "ascending";
  return sort === `-${key}` ? "descending" : undefined;
}

/** A parameter's text. The router reads `?searchTerm=1984`, which a form without JavaScript makes, as a number. */
function wordOf(value: unknown): string {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** The first characters of a text; half of a surrogate pair would be no character. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

function idsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const ids = value.filter((id): id is string => typeof id === "string" && id.length <= listLimits.id);
  return [...new Set(ids)].slice(0, listLimits.selected);
}

/** Without what is empty. */
function present<Search extends object>(search: Search): Partial<Search> {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as Partial<Search>;
}
