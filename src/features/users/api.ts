import { implement } from "@orpc/server";
import { listSessions, readCursor, startImpersonation } from "#features/auth/shared/sessions.server.ts";
import { isUuid } from "#lib/uuid.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { defaultRole } from "#rpc/permissions.ts";
import { viewsApi } from "#resource/server/view/views-api.ts";
import { recordActivity } from "#server/activity/record-activity.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import { findLastSave } from "#server/activity/store.ts";
import type { Sql } from "#server/database/connect.ts";
import { mapConstraint } from "#server/database/postgres-errors.ts";
import { shareUserViews, usersContract } from "./contract.ts";
import { queueEmailReplaced, queueInvitation } from "./mails/queue-user-mail.ts";
import type { BanInput, ListedUser } from "./schema.ts";
import {
  activityFields,
  activitySubject,
  changeEntry,
  deletionEntry,
  revocationEvent,
} from "./server/activity.ts";
import { administer, changeBans, divide } from "./server/administer.ts";
import { checkUserInput } from "./server/check-user-input.ts";
import { userList } from "./server/user-list.ts";
import {
  banUsers,
  createUser,
  deleteSession,
  deleteSessions,
  deleteUsers,
  findUser,
  hasRoles,
  isBanned,
  unbanUsers,
  updateUser,
} from "./store.ts";

const users = implement(usersContract).$context<OperationContext>();

export const usersApi = {
  views: viewsApi(usersContract.views, "users", shareUserViews),

  list: users.list.handler(userList.list),

  get: users.get.handler(async ({ input, context, errors }) => {
    const found = isUuid(input.id) ? await findUser(context.database.sql, input.id) : undefined;
    if (!found) throw errors.NOT_FOUND();
    return found;
  }),

  create: users.create.handler(async ({ input: { invite, ...input }, context, errors }) => {
    checkUserInput(context, errors, input);
    const created = administer(context, [], async (sql) => {
      const user = await createUser(sql, input);
      if (invite) await queueInvitation(sql, context, user.email);
      await recordActivity(sql, context, {
        action: "create",
        subject: activitySubject(user),
        after: activityFields(user),
      });
      if (!hasRoles(user, defaultRole))
        await recordSecurityEvent(sql, context, {
          event: "setRole",
          subject: activitySubject(user),
          before: { roles: defaultRole },
          after: { roles: user.roles.join(", ") },
        });
      return user;
    });
    return await created.catch(mapConstraint({ user_email_unique: () => emailTaken(errors) }));
  }),

  update: users.update.handler(async ({ input: { id, version, ...input }, context, errors }) => {
    const updated = administer(context, [id], async (sql, locked) => {
      const before = locked.get(id);
      if (!before) throw errors.NOT_FOUND();
      if (before.version !== version) throw errors.VERSION_CONFLICT({ data: await conflictOf(sql, before) });
      checkUserInput(context, errors, input, before);
      const user = await updateUser(sql, before, input);
      if (user.email !== before.email) await queueEmailReplaced(sql, context, before.email);
      const entry = changeEntry("update", before, user);
      if (hasRoles(user, before.roles.join())) await recordActivity(sql, context, entry);
      else await recordSecurityEvent(sql, context, { ...entry, event: "setRole" });
      return user;
    });
    return await updated.catch(
      mapConstraint({
        user_email_unique: () => emailTaken(errors),
        user_last_administrator: () => errors.LAST_ADMINISTRATOR(),
      }),
    );
  }),

  delete: users.delete.handler(async ({ input: { id, version }, context, errors }) => {
    if (id === requireCaller(context).user.id) throw errors.YOU_CANNOT_REMOVE_YOURSELF();
    const deleted = administer(context, [id], async (sql, locked) => {
      const before = locked.get(id);
      if (!before) throw errors.NOT_FOUND();
      if (before.version !== version) throw errors.VERSION_CONFLICT({ data: await conflictOf(sql, before) });
      await deleteUsers(sql, [id]);
      await recordActivity(sql, context, deletionEntry(before));
    });
    await deleted.catch(mapLastAdministrator(errors));
  }),

  deleteMany: users.deleteMany.handler(async ({ input, context, errors }) => {
    const callerId = requireCaller(context).user.id;
    const versions = new Map(input.items.map(({ id, version }) => [id, version]));
    const ids = [...versions.keys()];
    const deleted = administer(context, ids, async (sql, locked) => {
      const { accepted, failures } = divide(ids, locked, ({ id, version }) => {
        if (id === callerId) return "YOU_CANNOT_REMOVE_YOURSELF";
        return version === versions.get(id) ? undefined : "VERSION_CONFLICT";
      });
      await deleteUsers(sql, idsOf(accepted));
      await recordActivity(sql, context, ...accepted.map(deletionEntry));
      const current = (id: string) => ({ current: locked.get(id) });
      return {
        deleted: idsOf(accepted),
        failures: failures.map((failure) => ({ ...failure, ...current(failure.id) })),
      };
    });
    return await deleted.catch(mapLastAdministrator(errors));
  }),

  ban: users.ban.handler(async ({ input: { id, ...ban }, context, errors }) => {
    if (id === requireCaller(context).user.id) throw errors.YOU_CANNOT_BAN_YOURSELF();
    checkEnd(ban, errors);
    const banned = changeBans(context, "ban", [id], (sql, ids) => banUsers(sql, ids, ban));
    const { changed } = await banned.catch(mapLastAdministrator(errors));
    if (!changed[0]) throw errors.NOT_FOUND();
    return changed[0];
  }),

  unban: users.unban.handler(async ({ input: { id }, context, errors }) => {
    const { changed } = await changeBans(context, "unban", [id], unbanUsers);
    if (!changed[0]) throw errors.NOT_FOUND();
    return changed[0];
  }),

  banMany: users.banMany.handler(async ({ input: { ids, ...ban }, context, errors }) => {
    checkEnd(ban, errors);
    const banned = changeBans(context, "ban", ids, (sql, accepted) => banUsers(sql, accepted, ban));
    const { changed, failures } = await banned.catch(mapLastAdministrator(errors));
    return { done: idsOf(changed), failures };
  }),

  unbanMany: users.unbanMany.handler(async ({ input: { ids }, context }) => {
    const { changed, failures } = await changeBans(context, "unban", ids, unbanUsers);
    return { done: idsOf(changed), failures };
  }),

  listSessions: users.listSessions.handler(async ({ input: { id, after, ...days }, context, errors }) => {
    const position = after === undefined ? undefined : readCursor(after);
    if (after !== undefined && !position) throw errors.BAD_CURSOR({ data: { fields: ["after"] } });
    const { sessionId } = requireCaller(context);
    return await listSessions(context.database.sql, { userId: id, sessionId, days }, position);
  }),

  revokeSession: users.revokeSession.handler(async ({ input: { id, sessionId }, context, errors }) => {
    if (sessionId === requireCaller(context).sessionId) throw errors.CURRENT_SESSION();
    return await administer(context, [id], async (sql, locked) => {
      const token = await deleteSession(sql, id, sessionId);
      const user = locked.get(id);
      if (token === undefined || !user) throw errors.NOT_FOUND();
      await recordSecurityEvent(sql, context, revocationEvent(user, token));
      return { id: sessionId };
    });
  }),

  revokeSessions: users.revokeSessions.handler(async ({ input: { id }, context, errors }) => {
    const { ended, failures } = await revokeAll(context, [id]);
    if (failures.length > 0) throw errors.NOT_FOUND();
    return { count: ended.get(id) ?? 0 };
  }),

  revokeSessionsMany: users.revokeSessionsMany.handler(async ({ input: { ids }, context }) => {
    const { accepted, failures } = await revokeAll(context, ids);
    return { done: idsOf(accepted), failures };
  }),

  impersonate: users.impersonate.handler(async ({ input: { id }, context, errors }) => {
    const setCookies = await administer(context, [id], async (sql, locked) => {
      const user = locked.get(id);
      if (!user) throw errors.NOT_FOUND();
      if (canManage(context, user)) throw errors.YOU_CANNOT_IMPERSONATE_ADMINS();
      if (isBanned(user)) throw errors.USER_BANNED();
      const started = await startImpersonation(sql, context, id);
      if (!started) throw errors.UNAUTHORIZED();
      await recordSecurityEvent(sql, context, { event: "impersonate", subject: activitySubject(user) });
      return started;
    });
    for (const cookie of setCookies) context.setCookie(cookie);
  }),
};

/** Whether a user may enter Manager: by a role, or AUTH_ADMIN_USER_IDS. */
function canManage({ access }: OperationContext, { id, roles }: ListedUser): boolean {
  return access.canUser({ id, role: roles.join(","), needsPasskey: false }, { apps: ["manager"] });
}

/** Ends all sessions of users, except the caller's. */
async function revokeAll(context: OperationContext, ids: string[]) {
  const { sessionId } = requireCaller(context);
  return await administer(context, ids, async (sql, locked) => {
    const { accepted, failures } = divide(ids, locked);
    const ended = await deleteSessions(sql, idsOf(accepted), sessionId);
    const events = accepted.flatMap((user) => {
      const count = ended.get(user.id);
      return count ? [revocationEvent(user, count)] : [];
    });
    await recordSecurityEvent(sql, context, ...events);
    return { accepted, failures, ended };
  });
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** The current user, and the name of the person who saved them last. */
async function conflictOf(sql: Sql, current: ListedUser) {
  return { current, savedBy: (await findLastSave(sql, "user", current.id))?.name ?? null };
}

type FieldError<Field> = (options: { data: { fields: Field[] } }) => Error;

function emailTaken(errors: { EMAIL_TAKEN: FieldError<"email"> }) {
  return errors.EMAIL_TAKEN({ data: { fields: ["email"] } });
}

function checkEnd({ until }: BanInput, errors: { BAN_END_PAST: FieldError<"until"> }): void {
  if (until && until <= new Date()) throw errors.BAN_END_PAST({ data: { fields: ["until"] } });
}

function mapLastAdministrator(errors: { LAST_ADMINISTRATOR: () => Error }) {
  return mapConstraint({ user_last_administrator: () => errors.LAST_ADMINISTRATOR() });
}
