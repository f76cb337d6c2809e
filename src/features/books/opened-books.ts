import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { readStoredCookie, storeCookie } from "#lib/browser-storage.ts";
import { cookieName, readCookie } from "#lib/cookies.ts";
import { isUuid } from "#lib/uuid.ts";
import { carouselLimit } from "./limits.ts";
import { openedBooksCookie } from "./opened-books-cookie.ts";

/*
 * The books that a user opened last, in a cookie of this browser: the user's id, then the ids of the books. Another user in the
 * same browser neither sees nor changes them.
 */

const maxAgeSeconds = 90 * 24 * 60 * 60;

const readOwnCookie = createIsomorphicFn()
  .server(() => {
    const { url, headers } = getRequest();
    return readCookie(headers.get("cookie"), cookieName(new URL(url), openedBooksCookie));
  })
  .client(() => readStoredCookie(cookieName(location, openedBooksCookie)));

/** The ids of the books that a user opened last, the latest first. */
export function openedBooks(userId: string): string[] {
  const [owner, ...ids] = readOwnCookie()?.split(".") ?? [];
  return owner === userId ? [...new Set(ids.filter(isUuid))].slice(0, carouselLimit) : [];
}

/** Remembers that a user opened a book. */
export function rememberOpenedBook(userId: string, id: string): void {
  const ids = [id, ...openedBooks(userId).filter((opened) => opened !== id)].slice(0, carouselLimit);
  const name = cookieName(location, openedBooksCookie);
  storeCookie({ name, value: [userId, ...ids].join("."), maxAgeSeconds });
}
