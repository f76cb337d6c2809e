import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Caller } from "#rpc/context.ts";
import type { Config } from "#server/config.ts";
import { databaseTime } from "#server/database/clock.ts";
import type { Database } from "#server/database/connect.ts";
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
  const [found] = await selectKey(database, eq(apiKey.keyHash, hashKey(key)));
  if (!found) return null;
  if (databaseTime().getTime() - (found.lastUsedAt?.getTime() ?? 0) > lastUseMs)
    await storeKeyUse(database.sql, found.id, clientAddress);
  return {
    sessionId: found.id,
    key: { id: found.id, name: found.name },
    expiresAt: found.expiresAt,
    isConfirmed: false,
    confirmationMethods: [],
    user: toUser(
      found,
      services.config, // optional: passkeys
    ),
  };
}

/**
 * The users of the API keys with these ids that are still valid, by the key's id.
 * @param o.isLocking locks them and their users until the transaction ends: the users first, as everywhere (deadlocks)
 */
export async function findKeyUsers(
  {
    database,
    config, // optional: passkeys
    ...o
  }: Settings & { isLocking?: boolean },
  ids: string[],
): Promise<{ id: string; user: Caller["user"] }[]> {
  const found = selectKey(database, inArray(apiKey.id, ids));
  const rows = await (o.isLocking ? found.for("no key update", { of: [user, apiKey] }) : found);
  return rows.map((row) => ({
    id: row.id,
    user: toUser(
      row,
      config, // optional: passkeys
    ),
  }));
}

type Settings = { config: Pick<Config, "auth">; database: Pick<Database, "sql"> };

/** A valid key, also since the transaction began, and its user, if they are not banned. */
function selectKey(database: Pick<Database, "sql">, isMeant: SQL) {
  return database.sql
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
    .where(and(isMeant, gt(apiKey.expiresAt, sql`clock_timestamp()`), isNotBanned));
}

type SelectedKey = Awaited<ReturnType<typeof selectKey>>[number];

function toUser(
  {
    user,
    permissions,
    hasUsedPasskey, // optional: passkeys
  }: SelectedKey,
  config: Pick<Config, "auth">, // optional: passkeys
): Caller["user"] {
  return {
    ...user,
    needsPasskey: !hasUsedPasskey && mustUsePasskey(config.auth, user), // optional: passkeys
    keyPermissions: permissions,
  };
}
