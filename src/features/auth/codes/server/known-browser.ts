import { randomUUID } from "node:crypto";
import type { Secrets } from "#server/secret.ts";

/*
 * A browser that has signed in to an address before keeps a cookie that says so. It opens nothing; it gives the browser
 * budgets of its own, so that a stranger who uses up an address's can't lock its owner out.
 */

/** How long a browser is known, in seconds; signing in begins it anew. Browsers keep no cookie for longer than 400 days. */
export const knownBrowserSeconds = 365 * 24 * 60 * 60;

/** To how many addresses a browser is known: the latest. */
const addressLimit = 5;

const purpose = "known browser";
const form = new RegExp(String.raw`^[\da-f-]{36}(?:\.[\w-]{43}){1,${addressLimit}}$`);

/** The id of the browser, if it is known to an address. */
export function readKnownBrowser(
  secrets: Secrets,
  cookie: string | undefined,
  email: string,
): string | undefined {
  const { id, hashes } = parse(cookie);
  const text = `${id} ${email}`;
  return id && hashes.some((hash) => secrets.matches(purpose, text, hash)) ? id : undefined;
}

/** The cookie's value once the browser has signed in to an address. */
export function rememberBrowser(secrets: Secrets, cookie: string | undefined, email: string): string {
  const known = parse(cookie);
  const id = known.id || randomUUID();
  const hash = secrets.hash(purpose, `${id} ${email}`);
  const others = known.hashes.filter((other) => other !== hash);
  return [id, hash, ...others].slice(0, 1 + addressLimit).join(".");
}

function parse(cookie: string | undefined): { id: string; hashes: string[] } {
  if (!cookie || !form.test(cookie)) return { id: "", hashes: [] };
  const [id = "", ...hashes] = cookie.split(".");
  return { id, hashes };
}
