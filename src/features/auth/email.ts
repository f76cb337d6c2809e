import { withoutInvisible, withoutJoiners } from "#lib/characters.ts";
import { emailMaxLength } from "./limits.ts";

/** Dot-separated atoms (RFC 5322, section 3.2.3): no quoted parts, no comments, ASCII only. */
const localPart = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** The characters of a domain before its conversion to ASCII: none has a meaning in URLs. */
const domainCharacters = /^[\p{L}\p{M}\p{N}\-.\u3002\uff0e\uff61\u200c\u200d]+$/u;

/** ASCII labels of at most 63 letters, digits and hyphens, with no hyphen at an end (RFC 1035); the last isn't a number. */
const asciiDomain =
  /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?=.*[a-z])[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/;

/**
 * The stored form of an email: without the invisible characters of a copied one, the local part in ASCII, the domain as
 * punycode, lower case (decisions: "Addresses"). The server also rejects domains that mix scripts (server/strict-email.ts).
 * @returns undefined if the text is not an email
 */
export function normalizeEmail(text: string): string | undefined {
  if (text.length > 1_000 || /\p{Cc}/u.test(text)) return undefined;
  const typed = withoutInvisible(text).trim();
  const at = typed.lastIndexOf("@");
  const local = withoutJoiners(typed.slice(0, at)).trim();
  if (at < 1 || !localPart.test(local)) return undefined;
  const typedDomain = typed.slice(at + 1);
  const domain = domainToAscii(typedDomain) ?? domainToAscii(withoutJoiners(typedDomain).trim());
  if (!domain) return undefined;
  const email = `${local}@${domain}`.toLowerCase();
  return email.length <= emailMaxLength ? email : undefined;
}

/**
 * Checks an email that a user typed.
 * @returns the email in its stored form; unchanged if there is a problem
 */
export function checkEmail(text: string): {
  email: string;
  problem: "EMAIL_REQUIRED" | "INVALID_EMAIL" | undefined;
} {
  if (!withoutJoiners(text).trim()) return { email: text, problem: "EMAIL_REQUIRED" };
  const email = normalizeEmail(text);
  return email ? { email, problem: undefined } : { email: text, problem: "INVALID_EMAIL" };
}

/** The URL parser converts domains (Unicode Technical Standard 46), the same in browsers and on the server. */
function domainToAscii(domain: string): string | undefined {
  const url = `http://${domain}`;
  if (!domainCharacters.test(domain) || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return asciiDomain.test(hostname) ? hostname : undefined;
}
