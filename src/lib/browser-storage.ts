import { readCookie, siteCookie } from "./cookies.ts";

/*
 * What a browser remembers for this site. Storage may be full, switched off or missing (embedded browsers): then the page
 * works without remembering. The linter rejects other uses of storage and `document.cookie`.
 */

type Storages = Pick<Window, "localStorage" | "sessionStorage">;

/** @returns null if nothing is stored, or nothing can be read */
export function readStored(key: string, area: keyof Storages = "localStorage"): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or deletes it. What can't be stored is deleted, so that no earlier value remains. */
export function store(key: string, value: string | null, area: keyof Storages = "localStorage"): void {
  try {
    if (value !== null) return window[area].setItem(key, value);
  } catch {
    // The storage is full or missing.
  }
  try {
    window[area].removeItem(key);
  } catch {
    // There is no storage.
  }
}

/** Stores a cookie for the whole site. */
export function storeCookie(cookie: Omit<Parameters<typeof siteCookie>[1], "isHttpOnly">): void {
  try {
    document.cookie = siteCookie(location, cookie);
  } catch {
    // Cookies are switched off.
  }
}

/** The value of a cookie that scripts may read. */
export function readStoredCookie(name: string): string | undefined {
  try {
    return readCookie(document.cookie, name);
  } catch {
    return undefined;
  }
}
