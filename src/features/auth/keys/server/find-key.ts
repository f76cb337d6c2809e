import { and, eq, gt, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Caller } from "#rpc/context.ts";
import type { Services } from "#server/services.ts";
import { mustUsePasskey } from "../../passkeys/server/must-use-passkey.ts";
import { callerColumns, isNotBanned } from "../../store.ts";
import { apiKey } from "../../table.ts";
import { hashKey, storeKeyUse } from "../store.ts";

/** The precision of a key's last use, in milliseconds: each update is a write. */
const lastUseMs = 60_000;

/** The API key of a request to REST, the only interface that takes one; undefined without one. */
export function readApiKey({ url, headers }: Pick<Request, "url" | "headers">): string | undefined {
  const bearer = /^bearer(?: +(?<key>.*))?$/i.exec(headers.get("authorization") ?? "");
  if (!bearer || !new URL(url).pathname.startsWith("/api/rest/")) return undefined;
  return bearer.groups?.key ?? "";
}

/**
 * The user who calls with an API key. Null if it is unknown or has ended, or its user is banned.
 * @throws if the database is unreachable
 */
export async function findKeyCaller(
  { services, clientAddress }: { services: Services; clientAddress: string },
  key: string,
): Promise<Caller | null> {
  const { database } = services;
  const [found] = await database.sql
    .select({
      id: apiKey.id,
      name: apiKey.name,
      permissions: apiKey.permissions,
      hasUsedPasskey: apiKey.hasUsedPasskey, // optional: passkeys
      expiresAt: apiKey.expiresAt,
      lastUsedAt: apiKey.lastUsedAt,
      user: callerColumns,
    })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .where(and(eq(apiKey.keyHash, hashKey(key)), gt(apiKey.expiresAt, sql`now()`), isNotBanned));
  if (!found) return null;
  if (Date.now() - (found.lastUsedAt?.getTime() ?? 0) > lastUseMs)
    await storeKeyUse(database.sql, found.id, clientAddress);
  return {
    sessionId: found.id,
    key: { id: found.id, name: found.name },
    expiresAt: found.expiresAt,
    isConfirmed: false,
    confirmationMethods: [],
    user: {
      ...found.user,
      needsPasskey: !found.hasUsedPasskey && mustUsePasskey(services.config.auth, found.user), // optional: passkeys
      keyPermissions: found.permissions,
    },
  };
}
