/** In characters. Longer targets are not followed. */
export const redirectLimit = 2_000;

/** Prefixes of paths that aren't screens, or would redirect in a circle. */
const rejectedPrefixes = ["/login", "/logout", "/onboarding", "/api", "/_serverfn", "/dev/", "/assets/"];

/** A base for parsing paths: no such host can exist (RFC 2606). */
const base = "http://base.invalid";

/**
 * The target of `redirect`, if it is the path of a screen on this origin. Other hosts and schemes, in any disguise, the
 * sign-in screens and APIs count as empty (decisions: "Where people land").
 * @returns the path with its query and fragment, in canonical form, or an empty string
 */
export function safeRedirect(value: unknown): string {
  const target = localTarget(value);
  if (!target || target.path === "/") return "";
  return rejectedPrefixes.some((prefix) => target.path.startsWith(prefix)) ? "" : target.url;
}

/**
 * A path on this origin. Other hosts and schemes, in any disguise, are undefined.
 * @returns `url` with its query and fragment in canonical form; `path` decoded and in lower case
 */
export function localTarget(value: unknown): { url: string; path: string } | undefined {
  if (typeof value !== "string" || value.length > redirectLimit) return undefined;
  // Browsers remove tabs and line breaks from URLs, and treat a backslash as a slash.
  if (!value.startsWith("/") || /[\p{Cc}\s\\]/u.test(value) || !URL.canParse(value, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, base);
  const path = decoded(pathname)?.toLowerCase();
  if (origin !== base || path === undefined) return undefined;
  // Encoded slashes become slashes when decoded, once or twice.
  if (/\/\/|\\|\p{Cc}/u.test(path) || /%2f|%5c/i.test(pathname + path)) return undefined;
  return { url: pathname + search + hash, path };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
