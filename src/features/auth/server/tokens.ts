import { randomBytes } from "node:crypto";

/** A new session token: 192 random bits. */
export function newToken(): string {
  return randomBytes(24).toString("base64url");
}

/** Fields that would let a reader act as the user. */
const secretFields = new Set(["token", "accessToken", "refreshToken", "idToken", "password"]);

/** A copy of a response body without tokens, at any depth. */
export function withoutTokens<Value>(value: Value): Value {
  return strip(value) as Value;
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretFields.has(name))
      .map(([name, content]) => [name, strip(content)]),
  );
}
