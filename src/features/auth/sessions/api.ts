import { implement } from "@orpc/server";
import { administer, administerEach } from "#features/users/shared/administer.server.ts";
import { userSubject } from "#features/users/shared/user-subject.server.ts";
import { callerTransaction } from "#rpc/caller-transaction.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { recordSecurityEvent, type SecurityEvent } from "#server/activity/security-events.ts";
import { endKeysOf } from "../shared/end-keys.server.ts";
import { sessionContract } from "./contract.ts";
import { deleteSession, deleteSessions, listSessions } from "./store.ts";

const operations = implement(sessionContract).$context<OperationContext>();

export const sessionApi = {
  listSessions: operations.listSessions.handler(async ({ context }) => {
    const { sessionId, user } = requireCaller(context);
    return await listSessions(context.database.sql, { userId: user.id, sessionId });
  }),

  revokeSession: operations.revokeSession.handler(async ({ input: { id }, context, errors }) => {
    await callerTransaction(context, async (sql) => {
      const deleted = await deleteSession(sql, requireCaller(context).user.id, id);
      if (deleted === undefined) throw errors.NOT_FOUND();
      await recordSecurityEvent(sql, context, ownRevocation({ id, count: 1 }));
    });
    return { id };
  }),

  revokeOtherSessions: operations.revokeOtherSessions.handler(async ({ context }) => {
    const { sessionId, user } = requireCaller(context);
    return await callerTransaction(context, async (sql) => {
      const count = (await deleteSessions(sql, [user.id], sessionId)).get(user.id) ?? 0;
      await recordSecurityEvent(sql, context, ownRevocation({ count }));
      return { count };
    });
  }),

  listUserSessions: operations.listUserSessions.handler(async ({ input: { id, ...days }, context }) => {
    const { sessionId } = requireCaller(context);
    return await listSessions(context.database.sql, { userId: id, sessionId, days });
  }),

  revokeUserSession: operations.revokeUserSession.handler(
    async ({ input: { id, sessionId }, context, errors }) => {
      if (sessionId === requireCaller(context).sessionId) throw errors.CURRENT_SESSION();
      return await administer(context, [id], async (sql, locked) => {
        const token = await deleteSession(sql, id, sessionId);
        const user = locked.get(id);
        if (token === undefined || !user) throw errors.NOT_FOUND();
        const subject = userSubject(user);
        await recordSecurityEvent(sql, context, {
          event: "revokeSessions",
          subject,
          before: { session: token },
        });
        return { id: sessionId };
      });
    },
  ),

  revokeUserSessions: operations.revokeUserSessions.handler(async ({ input, context, errors }) => {
    const { result, failures } = await revokeAll(context, { ...input, ids: [input.id] });
    if (failures.length > 0) throw errors.NOT_FOUND();
    return { count: result.get(input.id) ?? 0 };
  }),

  revokeSessionsOfUsers: operations.revokeSessionsOfUsers.handler(
    async ({ input, context }) => await revokeAll(context, input),
  ),
};

/** The event of sessions that their user ended. @param o.id if it is one */
function ownRevocation({ id, count }: { id?: string; count: number }): SecurityEvent {
  return { event: "revokeSessions", subject: { type: "session", id }, details: { count } };
}

type Revocation = {
  ids: string[];
  keys: boolean; // optional: api-keys
};

/** Ends all sessions of users, except the caller's. @returns how many of them were active, by user, as `result` */
async function revokeAll(context: OperationContext, input: Revocation) {
  const { sessionId } = requireCaller(context);
  return await administerEach(context, input.ids, {
    work: async (sql, users) => {
      const ended = await deleteSessions(
        sql,
        users.map(({ id }) => id),
        sessionId,
      );
      const events = users.flatMap((user): SecurityEvent[] => {
        const sessions = ended.get(user.id);
        return sessions
          ? [{ event: "revokeSessions", subject: userSubject(user), before: { sessions } }]
          : [];
      });
      await recordSecurityEvent(sql, context, ...events);
      if (input.keys) await endKeysOf(sql, context, { users }); // optional: api-keys
      return ended;
    },
  });
}
