/** The router's options for the query of URLs, in which all values are texts. */
export const searchParameters = { parseSearch, stringifySearch };

/** TanStack Router's own parser reads numbers and JSON: a search for "1e3" would look for 1000. */
function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** With its question mark, if there are parameters. Those that are undefined are left out. */
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query && `?${query}`;
}
