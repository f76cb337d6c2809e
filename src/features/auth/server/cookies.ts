import { createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "#server/config.ts";
import type { Secrets } from "#server/secret.ts";

/** How long a session lives, and how long after its last renewal it is renewed, in seconds. */
export const sessionSeconds = 30 * 24 * 60 * 60;
export const sessionRenewalSeconds = 24 * 60 * 60;

/** What cookies are made from. */
export type CookieSettings = { config: Pick<Config, "baseUrl">; secrets: Secrets };

/** The start of our cookies' names. `__Host-` binds them to this very host and to https (RFC 6265bis, section 4.1.3.2). */
export function cookiePrefix({ baseUrl }: Pick<Config, "baseUrl">): string {
  return isSecure(baseUrl) ? "__Host-flyleaf" : "flyleaf";
}

/** The attributes that all our cookies have: out of scripts' reach, and not sent along from other sites' pages. */
export function cookieAttributes({ baseUrl }: Pick<Config, "baseUrl">) {
  return { httpOnly: true, secure: isSecure(baseUrl), sameSite: "lax", path: "/" } as const;
}

export function sessionCookieName(config: Pick<Config, "baseUrl">): string {
  return `${cookiePrefix(config)}.session`;
}

/** The key with which better-auth signs its cookies, and so do we. */
export function cookieKey(secrets: Secrets): string {
  return secrets.hash("auth", "cookie key");
}

/** A session cookie, as a browser sends it (`name=value`), and as it is set. */
export type SessionCookie = { pair: string; header: string };

/** The cookie that carries a session's token, as better-auth writes it. */
export function sessionCookie({ config, secrets }: CookieSettings, token: string): SessionCookie {
  const { secure } = cookieAttributes(config);
  const pair = `${sessionCookieName(config)}=${encodeURIComponent(`${token}.${sign(token, secrets)}`)}`;
  const header = `${pair}; Max-Age=${sessionSeconds}; Path=/; HttpOnly;${secure ? " Secure;" : ""} SameSite=Lax`;
  return { pair, header };
}

/** The token in a request's session cookie; none where its signature is not ours. */
export function readSessionCookie({ config, secrets }: CookieSettings, headers: Headers): string | undefined {
  const value = readCookie(headers, sessionCookieName(config));
  const end = value?.lastIndexOf(".") ?? -1;
  if (value === undefined || end < 1) return undefined;
  const token = value.slice(0, end);
  const given = Buffer.from(value.slice(end + 1));
  const expected = Buffer.from(sign(token, secrets));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

/** A cookie's value; the first where a name comes twice, as better-auth reads them. */
export function readCookie(headers: Headers, name: string): string | undefined {
  for (const part of headers.get("cookie")?.split(";") ?? []) {
    const equals = part.indexOf("=");
    if (equals < 0 || part.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(equals + 1).trim());
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function sign(token: string, secrets: Secrets): string {
  return createHmac("sha256", cookieKey(secrets)).update(token).digest("base64");
}

function isSecure(baseUrl: URL): boolean {
  return baseUrl.protocol === "https:";
}
