import { randomInt, randomUUID } from "node:crypto";
import type { Secrets } from "#server/secret.ts";
import { codeLength } from "../../limits.ts";

/** All purposes except signing in belong to a signed-in user. */
export type CodePurpose = "sign-in" | "change-email" | "verify-email" | "delete-account" | "confirm";

/** A code as the database stores it. */
export type StoredCode = {
  id: string;
  email: string;
  purpose: CodePurpose;
  codeHash: string;
};

/** What a row stores of an earlier code. */
export type ReplacedCode = Pick<StoredCode, "id" | "codeHash">;

/** A new random code and the row to store. */
export function createCode(
  secrets: Secrets,
  { email, purpose }: Pick<StoredCode, "email" | "purpose">,
): { code: string; stored: StoredCode } {
  const id = randomUUID();
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
  const [codeHash = ""] = hashesOfCode(secrets, { id, email, purpose }, code);
  return { code, stored: { id, email, purpose, codeHash } };
}

/**
 * The keyed hashes that a code may be stored with, one for each secret: without the key, the few possible codes can't be tried
 * against a copy of the database.
 */
export function hashesOfCode(
  secrets: Secrets,
  { id, email, purpose }: Pick<StoredCode, "id" | "email" | "purpose">,
  code: string,
): string[] {
  return secrets.hashes("sign-in code", `${purpose} ${id} ${email} ${code}`);
}

/** Whether a code is one of those that a newer one replaced. */
export function isReplacedCode(
  secrets: Secrets,
  { replaced, email, purpose }: Pick<StoredCode, "email" | "purpose"> & { replaced: ReplacedCode[] },
  code: string,
): boolean {
  return replaced.some(({ id, codeHash }) =>
    hashesOfCode(secrets, { id, email, purpose }, code).includes(codeHash),
  );
}
