import { createHash, randomBytes } from "node:crypto";
import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { brand } from "#brand/brand.ts";
import { user } from "#features/users/table.ts";
import { fromNow } from "#server/database/clock.ts";
import type { Sql } from "#server/database/connect.ts";
import { hasUsedPasskeyIn } from "../passkeys/server/must-use-passkey.ts";
import { apiKey } from "../table.ts";
import { type ApiKey, keyLimit } from "./schema.ts";

const {
  keyHash: _,
  userId: __,
  hasUsedPasskey: ___, // optional: passkeys
  ...columns
} = getTableColumns(apiKey);

const isLive = gt(apiKey.expiresAt, sql`now()`);
const hasEnded = lte(apiKey.expiresAt, sql`now()`);

async function selectKeys(database: Sql, userId: string, condition?: SQL): Promise<ApiKey[]> {
  return await database
    .select(columns)
    .from(apiKey)
    .where(and(eq(apiKey.userId, userId), condition))
    .orderBy(apiKey.createdAt, apiKey.id);
}

/** A user's valid API keys, the oldest first. */
export async function listKeys(database: Sql, userId: string): Promise<ApiKey[]> {
  return await selectKeys(database, userId, isLive);
}

/** Those of a user's API keys that were used after their end, the oldest first. */
export async function listKeysUsedAfterEnd(database: Sql, userId: string): Promise<ApiKey[]> {
  return await selectKeys(database, userId, and(hasEnded, gt(apiKey.lastUsedAt, apiKey.expiresAt)));
}

/** A user's API keys, also those that have ended, the oldest first. */
export async function listAllKeys(database: Sql, userId: string): Promise<ApiKey[]> {
  return await selectKeys(database, userId);
}

type NewKey = { userId: string; sessionId: string; name: string; permissions: string[]; days: number };

/** Ended keys are kept for as many days, and as many for a user, so that their use is noticed. */
const endedKeys = { days: 90, perUser: 20 };

/**
 * Creates an API key, and deletes the user's ended ones that are too many.
 * @param database a transaction that has locked the user, so that concurrent calls don't exceed the limit
 * @returns the key, which is stored as a hash only; undefined if the user has reached the limit
 */
export async function insertKey(
  database: Sql,
  added: NewKey,
): Promise<(ApiKey & { key: string }) | undefined> {
  const { userId, name, permissions, days } = added;
  const ended = database
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(and(eq(apiKey.userId, userId), hasEnded))
    .orderBy(desc(apiKey.expiresAt))
    .offset(endedKeys.perUser);
  await database.delete(apiKey).where(inArray(apiKey.id, ended));
  if ((await database.$count(apiKey, and(eq(apiKey.userId, userId), isLive))) >= keyLimit) return undefined;
  const key = `${brand.apiKeyPrefix}${randomBytes(20).toString("hex")}`;
  const [created] = await database
    .insert(apiKey)
    .values({
      userId,
      name,
      permissions,
      hasUsedPasskey: hasUsedPasskeyIn(added.sessionId), // optional: passkeys
      keyHash: hashKey(key),
      start: key.slice(0, brand.apiKeyPrefix.length + 4),
      expiresAt: fromNow(days * 24 * 60 * 60),
    })
    .returning(columns);
  return created && { ...created, key };
}

/** @param o.id of one key; by default all of the users' keys @param o.since only those that were created since */
type KeysToEnd = { userIds: string[]; id?: string | undefined; since?: Date | undefined };

export type EndedKey = ApiKey & { userId: string };

/**
 * Ends users' valid API keys: requests with them are rejected from now on.
 * @returns the ended ones
 */
export async function endKeys(database: Sql, { userIds, id, since }: KeysToEnd): Promise<EndedKey[]> {
  // The transaction may have waited since `now()`: no use of a valid key may seem to be later than its end.
  const now = sql`clock_timestamp()`;
  return await database
    .update(apiKey)
    .set({ expiresAt: now })
    .where(
      and(
        inArray(apiKey.userId, userIds),
        gt(apiKey.expiresAt, now),
        id === undefined ? undefined : eq(apiKey.id, id),
        since && gte(apiKey.createdAt, since),
      ),
    )
    .returning({ ...columns, userId: apiKey.userId });
}

/** Stores that a valid API key was used. */
export async function storeKeyUse(database: Sql, id: string, clientAddress: string): Promise<void> {
  await database
    .update(apiKey)
    .set({ lastUsedAt: sql`now()`, lastUsedAddress: clientAddress })
    .where(and(eq(apiKey.id, id), isLive));
}

/**
 * Stores that an ended API key was used, to within a minute.
 * @returns the key and its user; undefined if no key has ended that is this one
 */
export async function storeEndedKeyUse(database: Sql, key: string, clientAddress: string) {
  const isKey = and(eq(apiKey.keyHash, hashKey(key)), hasEnded);
  const [found] = await database
    .select({ id: apiKey.id, start: apiKey.start, user: { id: user.id, name: user.name, email: user.email } })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .where(isKey);
  if (!found) return undefined;
  const latest = sql`greatest(${apiKey.expiresAt}, now() - interval '1 minute')`;
  await database
    .update(apiKey)
    .set({ lastUsedAt: sql`now()`, lastUsedAddress: clientAddress })
    .where(and(isKey, or(isNull(apiKey.lastUsedAt), lte(apiKey.lastUsedAt, latest))));
  return found;
}

/** Forgets the last use of one of a user's ended API keys. @returns undefined if there is none */
export async function forgetKeyUse(database: Sql, userId: string, id: string): Promise<ApiKey | undefined> {
  const [key] = await database
    .update(apiKey)
    .set({ lastUsedAt: null, lastUsedAddress: null })
    .where(and(eq(apiKey.id, id), eq(apiKey.userId, userId), hasEnded))
    .returning(columns);
  return key;
}

/** Deletes the API keys that have ended long ago. */
export async function deleteOldKeys(database: Sql): Promise<void> {
  const oldest = sql`now() - make_interval(days => ${endedKeys.days})`;
  await database.delete(apiKey).where(lte(apiKey.expiresAt, oldest));
}

/** How a key is stored. It is random, so that a fast hash without a secret is enough. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
