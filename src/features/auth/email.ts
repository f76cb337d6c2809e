import { emailLimit } from "./limits.ts";
import { decodeLabel } from "./punycode.ts";

/** Dot-separated atoms (RFC 5322, section 3.2.3): no quoted parts, no comments, ASCII only. */
const localPart = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** Before it is made ASCII, a domain holds letters, marks, digits, hyphens, dots and joiners: nothing with a meaning in URLs. */
const domainCharacters = /^[\p{L}\p{M}\p{N}\-.\u3002\uff0e\uff61\u200c\u200d]+$/u;

/** Labels as they are sent: at most 63 letters, digits and hyphens, none at the ends (RFC 1035); the last is no number. */
const domain =
  /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?=.*[a-z])[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/;

/**
 * Scripts in use for domain names (Unicode Standard Annex 31, table 5), one a line for each label. Chinese,
 * Japanese and Korean writing each count as one script (Unicode Technical Standard 39, section 5.1).
 */
const scripts = [
  ["Latin"],
  ["Arabic"],
  ["Armenian"],
  ["Bengali"],
  ["Cyrillic"],
  ["Devanagari"],
  ["Ethiopic"],
  ["Georgian"],
  ["Greek"],
  ["Gujarati"],
  ["Gurmukhi"],
  ["Hebrew"],
  ["Kannada"],
  ["Khmer"],
  ["Lao"],
  ["Malayalam"],
  ["Myanmar"],
  ["Oriya"],
  ["Sinhala"],
  ["Tamil"],
  ["Telugu"],
  ["Thaana"],
  ["Thai"],
  ["Tibetan"],
  ["Han", "Bopomofo"],
  ["Han", "Hiragana", "Katakana"],
  ["Han", "Hangul"],
].map((names) => {
  const own = names.map((name) => String.raw`\p{Script_Extensions=${name}}`).join("");
  return new RegExp(String.raw`^[${own}\p{Script=Common}\p{Script=Inherited}]+$`, "u");
});

/**
 * An e-mail address as it is stored and compared: at most 254 characters, the local part in ASCII, the domain as
 * punycode, labels that mix scripts refused, lower case (decisions: "Addresses").
 * @returns undefined where the text is no such address
 */
export function normalizeEmail(text: string): string | undefined {
  if (text.length > 1_000 || /\p{Cc}/u.test(text)) return undefined;
  const address = text.trim();
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  if (at < 1 || !localPart.test(local)) return undefined;
  const host = asciiDomain(address.slice(at + 1));
  if (!host) return undefined;
  const email = `${local}@${host}`.toLowerCase();
  return email.length <= emailLimit ? email : undefined;
}

/**
 * Checks what was typed as an address.
 * @returns the address as it is stored; where there is a problem, as it was typed
 */
export function checkEmail(text: string): {
  email: string;
  problem: "EMAIL_REQUIRED" | "INVALID_EMAIL" | undefined;
} {
  if (!text.trim()) return { email: text, problem: "EMAIL_REQUIRED" };
  const email = normalizeEmail(text);
  return email ? { email, problem: undefined } : { email: text, problem: "INVALID_EMAIL" };
}

function asciiDomain(text: string): string | undefined {
  const host = toAscii(text);
  return host !== undefined && domain.test(host) && host.split(".").every(hasOneScript) ? host : undefined;
}

/** The platform's own conversion (Unicode Technical Standard 46), the same in browsers and here. */
function toAscii(text: string): string | undefined {
  if (!domainCharacters.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  return new URL(`http://${text}`).hostname;
}

function hasOneScript(label: string): boolean {
  if (!label.startsWith("xn--")) return true;
  const written = decodeLabel(label.slice("xn--".length));
  // Punycode for what has no name in Punycode is a disguise.
  if (written === undefined || toAscii(`${written}.com`) !== `${label}.com`) return false;
  return scripts.some((script) => script.test(written));
}
