import { createContext } from "react";
import { storeCookie } from "#lib/browser-storage.ts";
import { cookieName } from "#lib/cookies.ts";
import { deviceTimeZone } from "#lib/time-zone.ts";

/** The time zone in which the server rendered the page: that of the reader's last visit, or UTC. */
export const ServerTimeZone = createContext("UTC");

/** Tells the server the reader's time zone, so that it renders times and days as the browser does. */
export const timeZoneCookie = "timeZone";
const timeZoneCookieSeconds = 31_536_000;

/** Stores this device's time zone for the next page. @param known the one that the server used */
export function storeTimeZone(known: string): void {
  const value = deviceTimeZone();
  if (value === known) return;
  const name = cookieName(location, timeZoneCookie);
  storeCookie({ name, value, maxAgeSeconds: timeZoneCookieSeconds });
}
