import { startImpersonation } from "#features/auth/shared/start-impersonation.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import { databaseTime } from "#server/database/clock.ts";
import type { ListedUser } from "../schema.ts";
import { administer } from "../shared/administer.server.ts";
import { userSubject } from "../shared/user-subject.server.ts";

type Options = {
  input: { id: string };
  context: OperationContext;
  errors: Record<"NOT_FOUND" | "YOU_CANNOT_IMPERSONATE_ADMINS" | "USER_BANNED" | "UNAUTHORIZED", () => Error>;
};

/** Lets an administrator act as a user: the response's cookies are for a session as them. */
export async function impersonate({ input: { id }, context, errors }: Options): Promise<void> {
  const setCookies = await administer(context, [id], async (sql, locked) => {
    const user = locked.get(id);
    if (!user) throw errors.NOT_FOUND();
    if (canManage(context, user)) throw errors.YOU_CANNOT_IMPERSONATE_ADMINS();
    if (isBanned(user)) throw errors.USER_BANNED();
    const started = await startImpersonation(sql, context, id);
    if (!started) throw errors.UNAUTHORIZED();
    await recordSecurityEvent(sql, context, { event: "impersonate", subject: userSubject(user) });
    return started;
  });
  for (const cookie of setCookies) context.setCookie(cookie);
}

/** Whether a user may enter Manager: by a role, or AUTH_ADMIN_USER_IDS. */
function canManage({ access }: OperationContext, { id, roles }: ListedUser): boolean {
  return access.canUser({ id, role: roles.join(",") }, { apps: ["manager"] });
}

/** Whether a ban is in force. One that has ended remains until it is removed, but denies nothing. */
function isBanned({ ban }: ListedUser): boolean {
  return ban !== null && (ban.until === null || ban.until > databaseTime());
}
