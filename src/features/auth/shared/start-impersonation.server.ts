import { eq, sql } from "drizzle-orm";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Sql } from "#server/database/connect.ts";
import { sessionCookie } from "../server/cookies.ts";
import { newToken } from "../server/tokens.ts";
import { session } from "../table.ts";

/** How long it can last; a constraint enforces it (table.ts). */
const impersonationMinutes = 60;

/**
 * Starts a session in which the caller, an administrator, acts as a user. It replaces one that the caller's session started
 * before.
 * @param database a transaction that has locked both users, and checked that the user isn't an administrator
 * @returns the Set-Cookie headers: the session's, and one that keeps the administrator's own session; undefined if that has
 * ended
 */
export async function startImpersonation(
  database: Sql,
  context: OperationContext,
  userId: string,
): Promise<string[] | undefined> {
  const { sessionId, user: administrator, expiresAt } = requireCaller(context);
  const [own] = await database
    .select({ token: session.token })
    .from(session)
    .where(eq(session.id, sessionId))
    .for("update");
  if (!own) return undefined;
  await database.delete(session).where(eq(session.administratorSessionId, sessionId));
  const token = newToken();
  const [started] = await database
    .insert(session)
    .values({
      token,
      userId,
      impersonatedBy: administrator.id,
      administratorSessionId: sessionId,
      userAgent: context.userAgent?.slice(0, 500) ?? null,
      expiresAt: sql`least(now() + make_interval(mins => ${impersonationMinutes}), ${expiresAt.toISOString()})`,
    })
    .returning({ expiresAt: session.expiresAt });
  if (!started) throw new Error("The session was not stored");
  const settings = { config: context, secrets: context.secrets };
  return [
    sessionCookie(settings, { token, ...started }),
    sessionCookie(settings, { token: own.token, expiresAt }, "administrator"),
  ];
}
