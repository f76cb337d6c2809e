import { and, eq } from "drizzle-orm";
import { passkeyLimit } from "#features/auth/passkeys/schema.ts";
import type { VerifiedPasskey } from "#features/auth/passkeys/server/add-passkey.ts";
import { passkey } from "#features/auth/table.ts";
import { user } from "#features/users/table.ts";
import type { Sql } from "#server/database/connect.ts";
import type { Passkey } from "../account/schema.ts";

const columns = {
  id: passkey.id,
  name: passkey.name,
  isSynced: passkey.isSynced,
  createdAt: passkey.createdAt,
  lastUsedAt: passkey.lastUsedAt,
};

/** A person's passkeys, those added first first. */
export async function listPasskeys(database: Sql, userId: string): Promise<Passkey[]> {
  return await database
    .select(columns)
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(passkey.createdAt, passkey.id)
    .limit(passkeyLimit);
}

/** How a person's devices call their passkeys. */
export async function listCredentials(
  database: Sql,
  userId: string,
): Promise<Pick<VerifiedPasskey, "credentialId" | "transports">[]> {
  return await database
    .select({ credentialId: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .limit(passkeyLimit);
}

/**
 * Keeps a person's new passkey.
 * @param database a transaction: the person is locked in it, so that several at once don't exceed the limit
 * @returns undefined where they have as many as one may have
 * @throws the database's error on `passkey_credential_unique` where somebody has it
 */
export async function insertPasskey(
  database: Sql,
  added: VerifiedPasskey & { userId: string; name: string },
): Promise<Passkey | undefined> {
  await database.select({ id: user.id }).from(user).where(eq(user.id, added.userId)).for("no key update");
  const count = await database.$count(passkey, eq(passkey.userId, added.userId));
  if (count >= passkeyLimit) return undefined;
  const [stored] = await database.insert(passkey).values(added).returning(columns);
  return stored;
}

/** Gives one of a person's passkeys another name. @returns undefined where they have none such */
export async function renamePasskey(
  database: Sql,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey | undefined> {
  const [renamed] = await database
    .update(passkey)
    .set({ name })
    .where(and(eq(passkey.id, id), eq(passkey.userId, userId)))
    .returning(columns);
  return renamed;
}

/** Removes one of a person's passkeys. @returns what it was; undefined where they have none such */
export async function deletePasskey(
  database: Sql,
  userId: string,
  id: string,
): Promise<{ name: string; credentialId: string } | undefined> {
  const [deleted] = await database
    .delete(passkey)
    .where(and(eq(passkey.id, id), eq(passkey.userId, userId)))
    .returning({ name: passkey.name, credentialId: passkey.credentialId });
  return deleted;
}
