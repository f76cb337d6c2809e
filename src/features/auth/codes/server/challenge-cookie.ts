import { isUuid } from "#lib/uuid.ts";
import type { Secrets } from "#server/secret.ts";
import { cookieHeader, type CookieSettings, readOurCookie } from "../../server/cookies.ts";
import type { Client } from "../../server/request-client.ts";
import { storedCodeSeconds } from "../store.ts";

/*
 * A sign-in code belongs to the browser that requested it: its challenge cookie holds the code's id, signed for one email.
 * Other browsers can neither use the code nor consume its attempts. Tabs can have codes for several emails.
 */

type Challenge = { id: string; email: string };

/** The number of emails for which a browser can have codes; the one requested first gives way. */
const maxChallenges = 5;

/** The Set-Cookie header for a browser that has requested a code. */
export function challengeCookie(settings: CookieSettings, client: Client, challenge: Challenge): string {
  const others = readCookie(settings, client).filter((entry) => !isFor(settings, entry, challenge.email));
  return writeCookie(settings, [writeChallenge(settings.secrets, challenge), ...others]);
}

/** The ids of the codes that a browser requested for an email. */
export function readChallenges(settings: CookieSettings, client: Client, email: string): string[] {
  return readCookie(settings, client)
    .filter((entry) => isFor(settings, entry, email))
    .map((entry) => parse(entry).id);
}

/** The Set-Cookie header that deletes a browser's challenges for an email. */
export function forgetChallenges(settings: CookieSettings, client: Client, email: string): string {
  return writeCookie(
    settings,
    readCookie(settings, client).filter((entry) => !isFor(settings, entry, email)),
  );
}

/** A challenge as the cookie contains it. */
export function writeChallenge(secrets: Secrets, challenge: Challenge): string {
  return `${challenge.id}.${secrets.hash("sign-in challenge", signedText(challenge))}`;
}

/** The newest challenge is first: earlier builds read and write only that one. */
function writeCookie({ config }: CookieSettings, entries: string[]): string {
  const value = entries.slice(0, maxChallenges).join(".");
  return cookieHeader(config, { name: "challenge", value, maxAgeSeconds: value ? storedCodeSeconds : 0 });
}

function readCookie({ config }: CookieSettings, { headers }: Client): string[] {
  const cookie = readOurCookie(config, headers, "challenge") ?? "";
  return (cookie.match(/[^.]+\.[^.]+/g) ?? []).slice(0, maxChallenges).filter((entry) => {
    const { id, hash } = parse(entry);
    return isUuid(id) && /^[\w-]{43}$/.test(hash);
  });
}

function isFor({ secrets }: CookieSettings, entry: string, email: string): boolean {
  const { id, hash } = parse(entry);
  return secrets.matches("sign-in challenge", signedText({ id, email }), hash);
}

function parse(entry: string): { id: string; hash: string } {
  const [id = "", hash = ""] = entry.split(".");
  return { id, hash };
}

function signedText({ id, email }: Challenge): string {
  return `sign-in ${id} ${email}`;
}
