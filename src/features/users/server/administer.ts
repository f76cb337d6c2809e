import { ORPCError } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import type { Sql } from "#server/database/connect.ts";
import type { BulkFailure, ListedUser } from "../schema.ts";
import { hasRoles, isBanned, lockUsers } from "../store.ts";
import { changeEntry } from "./activity.ts";

/**
 * Runs an administrator's work on users in a transaction that locks the users and the administrator: of two
 * administrators who ban, demote or delete each other at the same moment, one finds that they no longer may.
 * @param work gets the users that exist, by their ids
 * @throws UNAUTHORIZED or FORBIDDEN if the caller was banned or deleted, or got other roles, since the request began
 */
export async function administer<Result>(
  context: OperationContext,
  ids: string[],
  work: (sql: Sql, users: Map<string, ListedUser>) => Promise<Result>,
): Promise<Result> {
  const { id, role } = requireCaller(context).user;
  return await context.database.sql.transaction(async (sql) => {
    const users = await lockUsers(sql, [id, ...ids]);
    const caller = users.get(id);
    if (!caller || isBanned(caller)) throw new ORPCError("UNAUTHORIZED");
    if (!hasRoles(caller, role)) throw new ORPCError("FORBIDDEN");
    return await work(sql, users);
  });
}

/** Divides the users of a bulk action into those that exist and pass a check, and failures. */
export function divide(
  ids: string[],
  users: Map<string, ListedUser>,
  check: (user: ListedUser) => BulkFailure["code"] | undefined = () => undefined,
): { accepted: ListedUser[]; failures: BulkFailure[] } {
  const accepted: ListedUser[] = [];
  const failures: BulkFailure[] = [];
  for (const id of new Set(ids)) {
    const user = users.get(id);
    const code = user ? check(user) : "NOT_FOUND";
    if (code) failures.push({ id, code });
    else if (user) accepted.push(user);
  }
  return { accepted, failures };
}

/** Bans users, or lifts their bans. The caller is never among those that are changed by a ban. */
export async function changeBans(
  context: OperationContext,
  action: "ban" | "unban",
  ids: string[],
  change: (sql: Sql, ids: string[]) => Promise<ListedUser[]>,
): Promise<{ changed: ListedUser[]; failures: BulkFailure[] }> {
  const callerId = requireCaller(context).user.id;
  return await administer(context, ids, async (sql, users) => {
    const { accepted, failures } = divide(ids, users, ({ id }) =>
      action === "ban" && id === callerId ? "YOU_CANNOT_BAN_YOURSELF" : undefined,
    );
    const changed = await change(
      sql,
      accepted.map(({ id }) => id),
    );
    const entries = changed.flatMap((after) => {
      const before = users.get(after.id);
      return before ? [{ ...changeEntry(action, before, after), event: action }] : [];
    });
    await recordSecurityEvent(sql, context, ...entries);
    return { changed, failures };
  });
}
