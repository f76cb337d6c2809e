import { createHash, randomBytes } from "node:crypto";
import { and, eq, getTableColumns, lte, sql } from "drizzle-orm";
import { brand } from "#brand/brand.ts";
import type { Sql } from "#server/database/connect.ts";
import { lockUser } from "../store.ts";
import { apiKey, session } from "../table.ts";
import { type ApiKey, keyLimit } from "./schema.ts";

const { keyHash: _, userId: __, hasUsedPasskey: ___, ...columns } = getTableColumns(apiKey);

/** A user's API keys, the oldest first. */
export async function listKeys(database: Sql, userId: string): Promise<ApiKey[]> {
  return await database
    .select(columns)
    .from(apiKey)
    .where(eq(apiKey.userId, userId))
    .orderBy(apiKey.createdAt, apiKey.id)
    .limit(keyLimit);
}

type NewKey = { userId: string; sessionId: string; name: string; permissions: string[]; days: number };

/**
 * Creates an API key, and deletes the user's expired ones.
 * @param database a transaction: it locks the user, so that concurrent calls don't exceed the limit
 * @returns the key, which is stored as a hash only; undefined if the user has reached the limit
 */
export async function insertKey(
  database: Sql,
  { userId, sessionId, name, permissions, days }: NewKey,
): Promise<(ApiKey & { key: string }) | undefined> {
  await lockUser(database, { id: userId });
  await database.delete(apiKey).where(and(eq(apiKey.userId, userId), lte(apiKey.expiresAt, sql`now()`)));
  if ((await database.$count(apiKey, eq(apiKey.userId, userId))) >= keyLimit) return undefined;
  const key = `${brand.apiKeyPrefix}${randomBytes(20).toString("hex")}`;
  const hasUsedPasskey = sql`coalesce((
    select ${session.passkeyConfirmedAt} is not null from ${session} where ${session.id} = ${sessionId}), false)`;
  const [created] = await database
    .insert(apiKey)
    .values({
      userId,
      name,
      permissions,
      hasUsedPasskey,
      keyHash: hashKey(key),
      start: key.slice(0, brand.apiKeyPrefix.length + 4),
      expiresAt: sql`now() + make_interval(days => ${days})`,
    })
    .returning(columns);
  return created && { ...created, key };
}

/** Deletes one of a user's API keys. @returns undefined if there is none */
export async function deleteKey(database: Sql, userId: string, id: string): Promise<ApiKey | undefined> {
  const [deleted] = await database
    .delete(apiKey)
    .where(and(eq(apiKey.id, id), eq(apiKey.userId, userId)))
    .returning(columns);
  return deleted;
}

/** How a key is stored. It is random, so that a fast hash without a secret is enough. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
