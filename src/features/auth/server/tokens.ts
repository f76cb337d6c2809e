import { randomBytes } from "node:crypto";

/** A new session's token: 192 random bits. */
export function newToken(): string {
  return randomBytes(24).toString("base64url");
}

/** Names of fields that would let their reader act as someone else. */
const secretFields = new Set(["token", "accessToken", "refreshToken", "idToken", "password"]);

/** A copy of an answer without any token, at whatever depth. */
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
