/** What is no screen, or would lead in a circle: these paths and all below or beside them that begin so. */
const refused = ["/login", "/logout", "/onboarding", "/api", "/_serverfn", "/dev/", "/assets/"];

/** Only to see where a path leads: no such host can exist (RFC 2606). */
const here = "http://here.invalid";

/**
 * Where `redirect` leads: a path of a screen on this origin, in its canonical form. Anything else (other hosts and
 * schemes however they are disguised, the sign-in screens, interfaces) is as if empty (decisions: "Where people land").
 * @returns the path with its query and fragment, or an empty text
 */
export function safeRedirect(value: unknown): string {
  if (typeof value !== "string" || value.length > 2_000) return "";
  // Browsers drop tabs and line ends from addresses, and take a backslash for a slash.
  if (!value.startsWith("/") || /[\p{Cc}\s\\]/u.test(value) || !URL.canParse(value, here)) return "";
  const { origin, pathname, search, hash } = new URL(value, here);
  const path = decoded(pathname)?.toLowerCase();
  if (origin !== here || path === undefined || path === "/") return "";
  // Encoded slashes are slashes to whoever decodes them, once or twice.
  if (/\/\/|\\|\p{Cc}/u.test(path) || /%2f|%5c/i.test(pathname + path)) return "";
  if (refused.some((start) => path.startsWith(start))) return "";
  return pathname + search + hash;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
