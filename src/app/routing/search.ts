/** A search parameter that is text, or else empty. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Where to go after signing in: absent from the URL where there is none. */
export function redirectSearch(search: Record<string, unknown>): { redirect?: string } {
  const redirect = textOf(search.redirect);
  return redirect ? { redirect } : {};
}
