import { eq, exists, isNotNull, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { ConfirmationMethod } from "#rpc/context.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import { isRecent } from "../../sessions/store.ts";
import { passkey, session } from "../../table.ts";

type Settings = Pick<Config["auth"], "requirePasskey" | "adminUserIds">;

/** Whether AUTH_REQUIRE_PASSKEY applies to a user: to administrators, if it is `admin`. */
export function mustUsePasskey(
  { requirePasskey, adminUserIds }: Settings,
  { id, role }: { id: string; role: string },
): boolean {
  return requirePasskey === "admin" && (role.split(",").includes("admin") || adminUserIds.includes(id));
}

/** What a query of a session and its user selects for `applyPasskeyRules`. */
export function passkeyColumns(database: Database["sql"]) {
  const passkeys = database.select({ id: passkey.id }).from(passkey).where(eq(passkey.userId, user.id));
  return {
    hasPasskey: sql<boolean>`${exists(passkeys)}`,
    isConfirmedWithPasskey: isRecent(session.passkeyConfirmedAt),
    hasUsedPasskey: sql<boolean>`${isNotNull(session.passkeyConfirmedAt)}`,
  };
}

// optional: api-keys
/** In a query: whether the user has used a passkey in a session. */
export function hasUsedPasskeyIn(sessionId: string) {
  return sql<boolean>`coalesce((
    select ${session.passkeyConfirmedAt} is not null from ${session} where ${session.id} = ${sessionId}), false)`;
}
// end: api-keys

type PasskeyUse = { hasPasskey: boolean; isConfirmedWithPasskey: boolean; hasUsedPasskey: boolean };

/** For a session in which none was used. */
export const noPasskeyUsed = { isConfirmedWithPasskey: false, hasUsedPasskey: false };

/** What changes of a session by its user's passkeys, and by AUTH_REQUIRE_PASSKEY. */
export function applyPasskeyRules<Person extends { id: string; role: string }>(
  settings: Settings,
  { isConfirmed, user: person }: { isConfirmed: boolean; user: Person },
  { hasPasskey, isConfirmedWithPasskey, hasUsedPasskey }: PasskeyUse,
) {
  const isRequired = mustUsePasskey(settings, person);
  // Without a passkey, a code lets them add one.
  const isCodeEnough = !isRequired || !hasPasskey;
  return {
    isConfirmed: isCodeEnough ? isConfirmed : isConfirmedWithPasskey,
    confirmationMethods: [hasPasskey && "passkey", isCodeEnough && "code"].filter(
      (method): method is ConfirmationMethod => method !== false,
    ),
    user: { ...person, needsPasskey: isRequired && !hasUsedPasskey },
  };
}
