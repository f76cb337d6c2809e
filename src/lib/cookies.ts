/** Where a page is: a URL or `location`. */
type Place = { protocol: string };

/** `isHttpOnly` hides a cookie from scripts. */
type Cookie = { name: string; value: string; maxAgeSeconds: number; isHttpOnly?: true };

/** Binds a cookie to its host, so that no subdomain can set it (RFC 6265bis, section 4.1.3.2). Browsers demand https. */
export const hostPrefix = "__Host-";

/** The name of a cookie, with the prefix if the page is at https. */
export function cookieName({ protocol }: Place, name: string): string {
  return protocol === "https:" ? hostPrefix + name : name;
}

/** A cookie for the whole site, as Set-Cookie and `document.cookie` take it. A `maxAgeSeconds` of 0 deletes it. */
export function siteCookie({ protocol }: Place, cookie: Cookie): string {
  const { name, value, maxAgeSeconds } = cookie;
  const flags = `${cookie.isHttpOnly ? " HttpOnly;" : ""}${protocol === "https:" ? " Secure;" : ""}`;
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/;${flags} SameSite=Lax`;
}

/** The value of a cookie from a Cookie header or `document.cookie`; the first if the name occurs twice. */
export function readCookie(header: string | null, name: string): string | undefined {
  for (const part of header?.split(";") ?? []) {
    const equals = part.indexOf("=");
    if (equals >= 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}
