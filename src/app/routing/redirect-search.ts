import { safeRedirect } from "#features/auth/redirect.ts";

/** A search parameter if it is text, or an empty text. */
export function searchText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The path to open after signing in. An invalid one counts as empty (specification, section 5), and leaves the URL. */
export function redirectSearch(search: Record<string, unknown>): { redirect?: string | undefined } {
  return { redirect: safeRedirect(search.redirect) || undefined };
}
