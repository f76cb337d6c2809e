import { storeCookie } from "#lib/browser-storage.ts";
import { cookieName } from "#lib/cookies.ts";

/** A cookie, so that the server renders the right state. */
export const sidebarCookie = "sidebar";
const collapsed = "collapsed";

export function isCollapsedCookie(value: string | undefined): boolean {
  return value === collapsed;
}

/** The last choice on this page. The area layout is mounted again without a new server rendering. */
let lastChoice: boolean | undefined;

/** Whether the sidebar is collapsed. */
export function currentSidebarState(serverState: boolean): boolean {
  return lastChoice ?? serverState;
}

/** Stores the choice for a year. */
export function saveSidebarState(isCollapsed: boolean): void {
  lastChoice = isCollapsed;
  const name = cookieName(location, sidebarCookie);
  storeCookie({ name, value: collapsed, maxAgeSeconds: isCollapsed ? 31_536_000 : 0 });
}
