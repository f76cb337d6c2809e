import { brand } from "#brand/brand.ts";

/** How long the contact is valid after it was read. RFC 9116 recommends less than a year. */
const validMs = 180 * 24 * 3_600_000;

/** The contents of security.txt (RFC 9116). */
export function securityText(baseUrl: URL, now: Date): string {
  const { contact, policy, languages } = brand.security;
  const fields = {
    Contact: contact,
    Expires: new Date(now.getTime() + validMs).toISOString(),
    "Preferred-Languages": languages.join(", "),
    Canonical: new URL("/.well-known/security.txt", baseUrl).href,
    Policy: policy,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("");
}
