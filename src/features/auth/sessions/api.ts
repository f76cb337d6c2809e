import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { recordSecurityEvent, type SecurityEvent } from "#server/activity/security-events.ts";
import { sessionContract } from "./contract.ts";
import { deleteOtherSessions, deleteSession, listSessions, readCursor } from "./store.ts";

/** The event of sessions that their user ended. @param o.id if it is one */
function revocation({ id, count }: { id?: string; count: number }): SecurityEvent {
  return { event: "revokeSessions", subject: { type: "session", id }, details: { count } };
}

const operations = implement(sessionContract).$context<OperationContext>();

export const sessionApi = {
  listSessions: operations.listSessions.handler(async ({ input, context, errors }) => {
    const after = input.after === undefined ? undefined : readCursor(input.after);
    if (input.after !== undefined && !after) throw errors.BAD_CURSOR({ data: { fields: ["after"] } });
    const { sessionId, user } = requireCaller(context);
    return await listSessions(context.database.sql, { userId: user.id, sessionId }, after);
  }),

  revokeSession: operations.revokeSession.handler(async ({ input: { id }, context, errors }) => {
    await context.database.sql.transaction(async (sql) => {
      const isDeleted = await deleteSession(sql, requireCaller(context).user.id, id);
      if (!isDeleted) throw errors.NOT_FOUND();
      await recordSecurityEvent(sql, context, revocation({ id, count: 1 }));
    });
    return { id };
  }),

  revokeOtherSessions: operations.revokeOtherSessions.handler(async ({ context }) => {
    const { sessionId, user } = requireCaller(context);
    const count = await context.database.sql.transaction(async (sql) => {
      const deleted = await deleteOtherSessions(sql, { userId: user.id, sessionId });
      await recordSecurityEvent(sql, context, revocation({ count: deleted }));
      return deleted;
    });
    return { count };
  }),
};
