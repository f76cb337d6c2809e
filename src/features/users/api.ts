import { implement } from "@orpc/server";
import { checkEmailStrictly } from "#features/auth/shared/account.server.ts";
import { endKeysOf } from "#features/auth/shared/end-keys.server.ts";
import { isUuid } from "#lib/uuid.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller, requireConfirmation, requirePermission } from "#rpc/enforce-permission.server.ts";
import { defaultRole, type Role } from "#rpc/permissions.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { viewsApi } from "#resource/server/view/views-api.ts";
import type { ActivityFields } from "#server/activity/changed-fields.ts";
import { type ActivityEntry, recordActivity } from "#server/activity/record-activity.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import { findLastSave } from "#server/activity/store.ts";
import { databaseTime } from "#server/database/clock.ts";
import type { Sql } from "#server/database/connect.ts";
import { mapConstraint } from "#server/database/postgres-errors.ts";
import { usersContract, roleAccess } from "./contract.ts";
import type { BanInput, ListedUser, UserInput } from "./schema.ts";
import { impersonate } from "./server/impersonate.ts";
import { userList } from "./server/user-list.ts";
import { administer, administerEach } from "./shared/administer.server.ts";
import { userSubject } from "./shared/user-subject.server.ts";
import { createUser, deleteUsers, findUser, hasRoles, setBans, updateUser } from "./store.ts";

/** With the first mail, as it imports a renderer that nothing else needs. */
const loadMails = () => import("./mails/user-mails.tsx");

const users = implement(usersContract).$context<OperationContext>();

export const usersApi = {
  views: viewsApi(usersContract.views, "users", { user: ["update"] }), // optional: views

  list: users.list.handler(userList.list),

  get: users.get.handler(async ({ input: { id }, context, errors }) => {
    const found = isUuid(id) ? await findUser(context.database.sql, id) : undefined;
    if (!found) throw errors.NOT_FOUND();
    return found;
  }),

  create: users.create.handler(async ({ input: { invite, ...input }, context, errors }) => {
    checkUserInput(context, errors, input);
    const created = administer(context, [], async (sql) => {
      const user = await createUser(sql, input);
      const subject = userSubject(user);
      if (invite) await (await loadMails()).queueInvitation(sql, context, user.email);
      await recordActivity(sql, context, { action: "create", subject, after: activityFields(user) });
      if (!hasRoles(user, defaultRole))
        await recordSecurityEvent(sql, context, {
          event: "setRole",
          subject,
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
      if (user.email !== before.email)
        await (await loadMails()).queueEmailReplaced(sql, context, before.email);
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

  delete: users.delete.handler(async ({ input, context, errors }) => {
    const { failures } = await deleteAll(context, [input]).catch(mapLastAdministrator(errors));
    const [failure] = failures;
    if (failure?.code === "VERSION_CONFLICT" && failure.current)
      throw errors.VERSION_CONFLICT({ data: await conflictOf(context.database.sql, failure.current) });
    if (failure?.code === "YOU_CANNOT_REMOVE_YOURSELF") throw errors.YOU_CANNOT_REMOVE_YOURSELF();
    if (failure) throw errors.NOT_FOUND();
  }),

  deleteMany: users.deleteMany.handler(async ({ input: { items }, context, errors }) => {
    const { done, failures } = await deleteAll(context, items).catch(mapLastAdministrator(errors));
    return { deleted: done, failures };
  }),

  ban: users.ban.handler(async ({ input: { id, ...ban }, context, errors }) => {
    checkEnd(ban, errors);
    const changed = await changeBans(context, [id], ban).catch(mapLastAdministrator(errors));
    const [user] = changed.result;
    if (!user) throw errors[changed.failures[0]?.code ?? "NOT_FOUND"]();
    return user;
  }),

  unban: users.unban.handler(async ({ input: { id }, context, errors }) => {
    const { result } = await changeBans(context, [id], null);
    if (!result[0]) throw errors.NOT_FOUND();
    return result[0];
  }),

  banMany: users.banMany.handler(async ({ input: { ids, ...ban }, context, errors }) => {
    checkEnd(ban, errors);
    return await changeBans(context, ids, ban).catch(mapLastAdministrator(errors));
  }),

  unbanMany: users.unbanMany.handler(
    async ({ input: { ids }, context }) => await changeBans(context, ids, null),
  ),

  impersonate: users.impersonate.handler(impersonate), // optional: impersonation
};

/** Deletes those of the users that are still in the given versions, and never the caller. */
async function deleteAll(context: OperationContext, refs: VersionedRef[]) {
  const versions = new Map(refs.map(({ id, version }) => [id, version]));
  const callerId = requireCaller(context).user.id;
  return await administerEach(context, [...versions.keys()], {
    check: ({ id, version }) => {
      if (id === callerId) return "YOU_CANNOT_REMOVE_YOURSELF";
      return version === versions.get(id) ? undefined : "VERSION_CONFLICT";
    },
    work: async (sql, accepted) => {
      await deleteUsers(sql, idsOf(accepted));
      const entries = accepted.map((user) => ({
        action: "delete",
        subject: userSubject(user),
        before: activityFields(user),
      }));
      await recordActivity(sql, context, ...entries);
    },
  });
}

/** Bans users, except the caller, or lifts their bans. @returns the changed users as `result` */
async function changeBans(context: OperationContext, ids: string[], ban: BanInput | null) {
  const callerId = requireCaller(context).user.id;
  const event = ban ? ("ban" as const) : ("unban" as const);
  return await administerEach(context, ids, {
    check: ({ id }) => (ban && id === callerId ? "YOU_CANNOT_BAN_YOURSELF" : undefined),
    work: async (sql, accepted) => {
      const before = new Map(accepted.map((user) => [user.id, user]));
      const changed = await setBans(sql, idsOf(accepted), ban);
      const events = changed.map((user) => ({
        ...changeEntry(event, before.get(user.id) ?? user, user),
        event,
      }));
      await recordSecurityEvent(sql, context, ...events);
      if (ban?.keys) await endKeysOf(sql, context, { users: changed }); // optional: api-keys
      return changed;
    },
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
  if (until && until <= databaseTime()) throw errors.BAN_END_PAST({ data: { fields: ["until"] } });
}

function mapLastAdministrator(errors: { LAST_ADMINISTRATOR: () => Error }) {
  return mapConstraint({ user_last_administrator: () => errors.LAST_ADMINISTRATOR() });
}

/** A user's values, as activity shows them. */
function activityFields({ name, email, emailVerified, roles, ban }: ListedUser): ActivityFields {
  return {
    name,
    email,
    emailVerified,
    roles: roles.join(", "),
    isBanned: ban !== null,
    banReason: ban?.reason ?? null,
    bannedUntil: ban?.until?.toISOString() ?? null,
  };
}

/** The entry of a change. */
function changeEntry(action: string, before: ListedUser, after: ListedUser): ActivityEntry {
  return {
    action,
    subject: userSubject(after),
    before: activityFields(before),
    after: activityFields(after),
  };
}

type InputErrors = {
  INVALID_EMAIL: FieldError<"email">;
  YOU_CANNOT_DEMOTE_YOURSELF?: FieldError<"roles">;
};

/**
 * Checks what an administrator enters for a user, beyond the schema. Other roles need a permission of their own; another
 * email and the administrator's role need a recent confirmation (decisions: "Sign-in").
 * @param before the user as stored; undefined for a new one
 * @throws the caller's error
 */
function checkUserInput(
  context: OperationContext,
  errors: InputErrors,
  { email, roles }: UserInput,
  before?: ListedUser,
): void {
  const rolesBefore: Role[] = before?.roles ?? [defaultRole];
  const added = new Set(roles).difference(new Set(rolesBefore));
  const removed = new Set(rolesBefore).difference(new Set(roles));
  const isSelf = before?.id === requireCaller(context).user.id;

  if (added.size + removed.size > 0) requirePermission(context, roleAccess.permission, roleAccess.denial);
  if (isSelf && removed.has("admin") && errors.YOU_CANNOT_DEMOTE_YOURSELF)
    throw errors.YOU_CANNOT_DEMOTE_YOURSELF({ data: { fields: ["roles"] } });
  if (email !== before?.email && checkEmailStrictly(email).problem)
    throw errors.INVALID_EMAIL({ data: { fields: ["email"] } });
  if (added.has("admin") || (before && email !== before.email)) requireConfirmation(context);
}
