/** A search parameter if it is text, or an empty text. */
export function searchText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The path to open after signing in. An empty one is left out of the URL. */
export function redirectSearch(search: Record<string, unknown>): { redirect?: string } {
  const redirect = searchText(search.redirect);
  return redirect ? { redirect } : {};
}
