import { randomInt, randomUUID } from "node:crypto";
import type { Secrets } from "#server/secret.ts";
import { codeLength, codeMinutes } from "#features/auth/limits.ts";

/** What codes are good for. All but signing in are asked for by someone who is signed in. */
export const codePurposes = ["sign-in", "change-email", "verify-email", "delete-account"] as const;

export type CodePurpose = (typeof codePurposes)[number];

/** A code as the database knows it. */
export type StoredCode = {
  id: string;
  email: string;
  purpose: CodePurpose;
  codeHash: string;
  expiresAt: Date;
};

/** A new code, and what is kept of it. */
export function createCode(
  secrets: Secrets,
  { email, purpose }: Pick<StoredCode, "email" | "purpose">,
): { code: string; stored: StoredCode } {
  const id = randomUUID();
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
  const expiresAt = new Date(Date.now() + codeMinutes * 60_000);
  return {
    code,
    stored: { id, email, purpose, codeHash: hashCode(secrets, { id, email, purpose }, code), expiresAt },
  };
}

/** A keyed hash: from a copy of the database alone no code can be found, although there are few. */
export function hashCode(
  secrets: Secrets,
  { id, email, purpose }: Pick<StoredCode, "id" | "email" | "purpose">,
  code: string,
): string {
  return secrets.hash("sign-in code", `${purpose} ${id} ${email} ${code}`);
}
