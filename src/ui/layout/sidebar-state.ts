/** The cookie that keeps the sidebar over reloads, so that the server's page has it right at once. */
export const sidebarCookie = "sidebar";
const collapsed = "collapsed";

/** Whether a cookie's value says that the sidebar is collapsed. */
export function isCollapsedCookie(value: string | undefined): boolean {
  return value === collapsed;
}

/** What was chosen in this page: newer than what the page was made with. */
let chosen: boolean | undefined;

/** Whether the sidebar is collapsed now, given what the page was made with. */
export function currentSidebarState(asMade: boolean): boolean {
  return chosen ?? asMade;
}

/** Keeps a choice for this page and for a year. */
export function saveSidebarState(isCollapsed: boolean): void {
  chosen = isCollapsed;
  const value = isCollapsed ? `${collapsed}; max-age=31536000` : "; max-age=0";
  document.cookie = `${sidebarCookie}=${value}; path=/; samesite=lax`;
}
