import { domainToASCII, domainToUnicode } from "node:url";
import { checkEmail, normalizeEmail } from "../email.ts";

/**
 * The scripts of domain names (Unicode Standard Annex 31, table 5); each label uses those of one entry. Chinese, Japanese
 * and Korean each combine several (Unicode Technical Standard 39, section 5.1).
 */
const names =
  "Latin|Arabic|Armenian|Bengali|Cyrillic|Devanagari|Ethiopic|Georgian|Greek|Gujarati|Gurmukhi|Hebrew|Kannada|Khmer|Lao|" +
  "Malayalam|Myanmar|Oriya|Sinhala|Tamil|Telugu|Thaana|Thai|Tibetan|Han Bopomofo|Han Hiragana Katakana|Han Hangul";

const scripts = names.split("|").map((entry) => {
  const classes = entry.split(" ").map((name) => String.raw`\p{Script_Extensions=${name}}`);
  return new RegExp(String.raw`^[${classes.join("")}\p{Script=Common}\p{Script=Inherited}]+$`, "u");
});

/** As `normalizeEmail`, but rejects domains with a label that mixes scripts: they can imitate another domain. */
export function normalizeEmailStrictly(text: string): string | undefined {
  const email = normalizeEmail(text);
  return email && !mixesScripts(email) ? email : undefined;
}

/** As `checkEmail`, with `normalizeEmailStrictly`. */
export function checkEmailStrictly(text: string): ReturnType<typeof checkEmail> {
  const checked = checkEmail(text);
  const isMixed = !checked.problem && mixesScripts(checked.email);
  return isMixed ? { email: text, problem: "INVALID_EMAIL" } : checked;
}

function mixesScripts(email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const unicode = domainToUnicode(domain);
  if (domainToASCII(unicode) !== domain) return true;
  // A label of invalid punycode stays as it is.
  return unicode
    .split(".")
    .some((label) => label.startsWith("xn--") || !scripts.some((script) => script.test(label)));
}
