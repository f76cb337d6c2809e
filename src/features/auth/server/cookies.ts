import { createHmac, timingSafeEqual } from "node:crypto";
import { brand } from "#brand/brand.ts";
import { cookieName as cookieNameAt, readCookie, siteCookie } from "#lib/cookies.ts";
import type { Config } from "#server/config.ts";
import { databaseTime } from "#server/database/clock.ts";
import type { Secrets } from "#server/secret.ts";

const daySeconds = 24 * 60 * 60;

/** How long after its last renewal a session is renewed. */
export const sessionRenewalSeconds = daySeconds;

export type CookieSettings = { config: Pick<Config, "baseUrl" | "auth">; secrets: Secrets };

/** How long a session lives after its last renewal, and in all, in seconds. */
export function sessionLifetime({ config: { auth } }: Pick<CookieSettings, "config">) {
  return { seconds: auth.sessionDays * daySeconds, maxSeconds: auth.sessionMaxDays * daySeconds };
}

type BaseUrl = Pick<Config, "baseUrl">;

const sessionCookieNames = [
  "session",
  // The administrator's own session during an impersonation. // optional: impersonation
  "administrator", // optional: impersonation
] as const;

export type SessionCookieName = (typeof sessionCookieNames)[number];

type CookieName =
  | SessionCookieName
  | "challenge"
  | "passkey" // optional: passkeys
  | "browser";

/** The prefix of the names of these cookies. */
export function cookiePrefix({ baseUrl }: BaseUrl): string {
  return cookieNameAt(baseUrl, brand.prefix);
}

/** The attributes of all our cookies: not readable by scripts, and not sent with other sites' requests. */
export function cookieAttributes({ baseUrl }: BaseUrl) {
  return { httpOnly: true, secure: baseUrl.protocol === "https:", sameSite: "lax", path: "/" } as const;
}

/** A Set-Cookie header for one of our cookies. A `maxAgeSeconds` of 0 deletes it. */
export function cookieHeader(
  config: BaseUrl,
  { name, value, maxAgeSeconds }: { name: CookieName; value: string; maxAgeSeconds: number },
): string {
  const cookie = { name: cookieName(config, name), value: encodeURIComponent(value), maxAgeSeconds };
  return siteCookie(config.baseUrl, { ...cookie, isHttpOnly: true });
}

/** The name of one of our cookies with its prefix. */
export function cookieName(config: BaseUrl, name: CookieName): string {
  return `${cookiePrefix(config)}.${name}`;
}

/** The keys that sign session cookies, better-auth's and ours: the first signs, all verify. */
export function cookieKeys(secrets: Secrets): string[] {
  const keys = derivedKeys.get(secrets) ?? secrets.hashes("auth", "cookie key");
  derivedKeys.set(secrets, keys);
  return keys;
}

/** Every request needs them. */
const derivedKeys = new WeakMap<Secrets, string[]>();

/** The Set-Cookie header of the cookie that carries a session's token until it expires, as better-auth writes it. */
export function sessionCookie(
  { config, secrets }: { config: BaseUrl; secrets: Secrets },
  { token, expiresAt }: { token: string; expiresAt: Date },
  name: SessionCookieName = "session",
): string {
  return cookieHeader(config, { name, value: sign(secrets, token), maxAgeSeconds: secondsUntil(expiresAt) });
}

/** The Max-Age of a cookie that expires at a time. */
export function secondsUntil(time: Date): number {
  return Math.max(0, Math.ceil((time.getTime() - databaseTime().getTime()) / 1_000));
}

/** The token in a signed cookie, and whether the current secret signed it. */
export type SignedToken = { token: string; isCurrent: boolean };

/** The token in a request's session cookie, if its signature is ours. */
export function readSessionCookie(
  { config, secrets }: { config: BaseUrl; secrets: Secrets },
  headers: Headers,
  name: SessionCookieName = "session",
): SignedToken | null {
  const cookie = readSigned(secrets, readOurCookie(config, headers, name));
  return cookie ? { token: cookie.text, isCurrent: cookie.isCurrent } : null;
}

/** The tokens in a browser's session cookies. */
export function readSessionTokens(
  settings: { config: BaseUrl; secrets: Secrets },
  headers: Headers,
): string[] {
  return sessionCookieNames.flatMap((name) => readSessionCookie(settings, headers, name)?.token ?? []);
}

/** A Set-Cookie header that deletes a session cookie. */
export function forgetCookie(config: BaseUrl, name: SessionCookieName): string {
  return cookieHeader(config, { name, value: "", maxAgeSeconds: 0 });
}

/** Set-Cookie headers that delete a browser's session cookies. */
export function forgetSessionCookies(config: BaseUrl): string[] {
  return sessionCookieNames.map((name) => forgetCookie(config, name));
}

/**
 * A Cookie header in which the current secret signs what an earlier one has: better-auth knows only that.
 * @returns undefined unless AUTH_SECRET is a list
 */
export function signAgain({ config, secrets }: CookieSettings, cookies: string | null): string | undefined {
  if (!cookies || cookieKeys(secrets).length === 1) return undefined;
  const parts = cookies.split(";").map((part) => {
    const [, name = "", value = ""] = /^\s*([^=]*)=(.*)$/s.exec(part) ?? [];
    if (!name.startsWith(`${cookiePrefix(config)}.`)) return part;
    const signed = readSigned(secrets, decode(value.trim()));
    if (!signed || signed.isCurrent) return part;
    return ` ${name}=${encodeURIComponent(sign(secrets, signed.text))}`;
  });
  return parts.join(";");
}

/** The value of one of our cookies. */
export function readOurCookie(config: BaseUrl, headers: Headers, name: CookieName): string | undefined {
  return decode(readCookie(headers.get("cookie"), cookieName(config, name)));
}

function decode(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** A text with its signature. */
function sign(secrets: Secrets, text: string): string {
  return `${text}.${signatures(secrets, text)[0]}`;
}

/** The text in a value with a signature of ours, and whether the current secret made it. */
function readSigned(secrets: Secrets, value = ""): { text: string; isCurrent: boolean } | undefined {
  const end = value.lastIndexOf(".");
  if (end < 1) return undefined;
  const text = value.slice(0, end);
  const given = Buffer.from(value.slice(end + 1));
  const index = signatures(secrets, text)
    .map((signature) => Buffer.from(signature))
    .findIndex((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  return index < 0 ? undefined : { text, isCurrent: index === 0 };
}

/** A text's signatures with all keys, the current one first. */
function signatures(secrets: Secrets, text: string): string[] {
  return cookieKeys(secrets).map((key) => createHmac("sha256", key).update(text).digest("base64"));
}
