import { and, eq, gt, sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { lockUser } from "../store.ts";
import { passkey } from "../table.ts";
import { type Passkey, passkeyLimit } from "./schema.ts";
import type { VerifiedPasskey } from "./server/webauthn.ts";

export type StoredPasskey = typeof passkey.$inferSelect;

const columns = {
  id: passkey.id,
  name: passkey.name,
  isSynced: passkey.isSynced,
  createdAt: passkey.createdAt,
  lastUsedAt: passkey.lastUsedAt,
};

/** A passkey by its credential id. */
export async function findPasskey(database: Sql, credentialId: string): Promise<StoredPasskey | undefined> {
  const [found] = await database.select().from(passkey).where(eq(passkey.credentialId, credentialId));
  return found;
}

/**
 * Stores that a passkey was used.
 * @returns false if it was deleted, or if its counter has not increased: it may have been copied
 */
export async function updateUsedPasskey(
  database: Sql,
  id: string,
  { counter, isSynced }: Pick<StoredPasskey, "counter" | "isSynced">,
): Promise<boolean> {
  const hasIncreased = counter === 0 ? eq(passkey.counter, 0) : gt(sql`${counter}::bigint`, passkey.counter);
  const updated = await database
    .update(passkey)
    .set({ counter, isSynced, lastUsedAt: sql`now()` })
    .where(and(eq(passkey.id, id), hasIncreased))
    .returning({ id: passkey.id });
  return updated.length > 0;
}

/** A user's passkeys, the oldest first. */
export async function listPasskeys(database: Sql, userId: string): Promise<Passkey[]> {
  return await database
    .select(columns)
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(passkey.createdAt, passkey.id)
    .limit(passkeyLimit);
}

/** A user's passkeys as their devices know them. */
export async function listCredentials(
  database: Sql,
  userId: string,
): Promise<Pick<StoredPasskey, "credentialId" | "transports">[]> {
  return await database
    .select({ credentialId: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .limit(passkeyLimit);
}

/**
 * Stores a user's new passkey.
 * @param database a transaction: it locks the user, so that concurrent calls don't exceed the limit
 * @returns undefined if the user has reached the limit
 * @throws the database's error on `passkey_credential_unique` if the passkey was added before
 */
export async function insertPasskey(
  database: Sql,
  added: VerifiedPasskey & { userId: string; name: string },
): Promise<Passkey | undefined> {
  await lockUser(database, { id: added.userId });
  const count = await database.$count(passkey, eq(passkey.userId, added.userId));
  if (count >= passkeyLimit) return undefined;
  const [stored] = await database.insert(passkey).values(added).returning(columns);
  return stored;
}

/** Renames one of a user's passkeys. @returns undefined if there is none */
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

/** Deletes one of a user's passkeys. @returns undefined if there is none */
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
