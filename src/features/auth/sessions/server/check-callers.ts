import { ORPCError } from "@orpc/server";
import type { Caller } from "#rpc/context.ts";
import { type Access, hasLost, type PermittedUser } from "#rpc/permissions.ts";
import type { Config } from "#server/config.ts";
import type { Sql } from "#server/database/connect.ts";
import { findKeyUsers } from "../../keys/server/find-key.ts";
import { findSessions } from "./find-session.ts";

type Settings = { access: Access; config: Pick<Config, "baseUrl" | "auth"> };

/**
 * Looks callers of running requests up again.
 * @returns the errors of those who may no longer do what they could when their request began
 */
export async function checkCallers(
  sql: Sql,
  { access, config }: Settings,
  callers: readonly Caller[],
  o: { isLocking?: boolean } = {},
): Promise<Map<Caller, Error>> {
  const settings = { database: { sql }, config, ...o };
  const ids = callers.map(({ sessionId }) => sessionId);
  const found: { id: string; user: PermittedUser }[] = [
    ...(await findSessions(settings, ids)),
    ...(callers.some(({ key }) => key) ? await findKeyUsers(settings, ids) : []), // optional: api-keys
  ];
  const users = new Map(found.map(({ id, user }) => [id, user]));
  const errors = new Map<Caller, Error>();
  for (const caller of callers) {
    const user = users.get(caller.sessionId);
    if (!user) errors.set(caller, new ORPCError("UNAUTHORIZED"));
    else if (hasLost(access, caller.user, user))
      errors.set(caller, new ORPCError("FORBIDDEN", { message: "You are no longer allowed to do this" }));
  }
  return errors;
}

/** `lockCaller` of OperationContext. */
export async function lockCaller(sql: Sql, settings: Settings, caller: Caller | null): Promise<void> {
  if (!caller) throw new ORPCError("UNAUTHORIZED");
  const error = (await checkCallers(sql, settings, [caller], { isLocking: true })).get(caller);
  if (error) throw error;
}
