import { randomBytes } from "node:crypto";

/** A new session token: 192 random bits. */
export function newToken(): string {
  return randomBytes(24).toString("base64url");
}
