import { randomUUID } from "node:crypto";
import type { Secrets } from "#server/secret.ts";
import { cookieHeader, type CookieSettings, readOurCookie } from "../../server/cookies.ts";
import type { Client } from "../../server/request-client.ts";

/*
 * A cookie marks a browser that has signed in with an email before, or has opened a link in a mail to it. It gives access to
 * nothing, but the browser has rate limits of its own: a stranger who reaches the email's limits can't lock the user out.
 */

/** How long a browser is known after signing in. Browsers store cookies for at most 400 days. */
const knownBrowserSeconds = 365 * 24 * 60 * 60;

/** The cookie remembers the emails that were used last. */
const maxEmails = 5;

const purpose = "known browser";
const format = new RegExp(String.raw`^[\da-f-]{36}(?:\.[\w-]{43}){1,${maxEmails}}$`);

/** The Set-Cookie header that marks the client's browser as known for an email. */
export function knownBrowserCookie(
  { secrets, config }: CookieSettings,
  { headers }: Client,
  email: string,
): string {
  const value = rememberBrowser(secrets, readOurCookie(config, headers, "browser"), email);
  return cookieHeader(config, { name: "browser", value, maxAgeSeconds: knownBrowserSeconds });
}

/** The browser's id, if it is known for this email. */
export function readKnownBrowser(
  secrets: Secrets,
  cookie: string | undefined,
  email: string,
): string | undefined {
  const { id, hashes } = parse(cookie);
  const text = `${id} ${email}`;
  return id && hashes.some((hash) => secrets.matches(purpose, text, hash)) ? id : undefined;
}

/** The cookie's new value. */
export function rememberBrowser(secrets: Secrets, cookie: string | undefined, email: string): string {
  const known = parse(cookie);
  const id = known.id || randomUUID();
  const text = `${id} ${email}`;
  const hash = secrets.hash(purpose, text);
  const others = known.hashes.filter((other) => !secrets.matches(purpose, text, other));
  return [id, hash, ...others].slice(0, 1 + maxEmails).join(".");
}

function parse(cookie: string | undefined): { id: string; hashes: string[] } {
  if (!cookie || !format.test(cookie)) return { id: "", hashes: [] };
  const [id = "", ...hashes] = cookie.split(".");
  return { id, hashes };
}
