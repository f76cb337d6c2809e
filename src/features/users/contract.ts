import { z } from "zod";
import { sessionCursorSchema, sessionPageSchema } from "#features/auth/shared/session-schema.ts";
import { listErrors, notFound, versionConflict } from "#resource/contract.ts";
import { dayRangeSchema } from "#resource/day-range.ts";
import { viewOperations } from "#resource/view-contract.ts";
import { bulkInputSchema, pageQuerySchema, pageSchema } from "#resource/schema.ts";
import { confirmationErrors, operation, type OperationMeta } from "#rpc/operation.ts";
import type { Permissions } from "#rpc/permissions.ts";
import { versionedRefSchema } from "#rpc/versioned-ref.ts";
import {
  banInputSchema,
  bulkResultSchema,
  newUserSchema,
  userIdsSchema,
  userInputSchema,
  userListQuerySchema,
  bulkDeletionSchema,
  userSchema,
} from "./schema.ts";

const tags = ["Users"];

/** Without the permission, operations respond with the codes of the specification's section 8. */
const denials = {
  list: denial("YOU_ARE_NOT_ALLOWED_TO_LIST_USERS", "You are not allowed to list users"),
  get: denial("YOU_ARE_NOT_ALLOWED_TO_GET_USER", "You are not allowed to get users"),
  create: denial("YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS", "You are not allowed to create users"),
  update: denial("YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS", "You are not allowed to update users"),
  changeRole: denial(
    "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE",
    "You are not allowed to change users' roles",
  ),
  delete: denial("YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS", "You are not allowed to delete users"),
  ban: denial("YOU_ARE_NOT_ALLOWED_TO_BAN_USERS", "You are not allowed to ban users"),
  listSessions: denial(
    "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS",
    "You are not allowed to list users' sessions",
  ),
  impersonate: denial("YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS", "You are not allowed to impersonate users"),
  revoke: denial(
    "YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS",
    "You are not allowed to revoke users' sessions",
  ),
};

/** Without the permission to change roles. */
export const changeRoleDenial = denials.changeRole;

function denial<Code extends string>(code: Code, message: string) {
  return { code, message };
}

function userOperation<Code extends string>(
  permission: Permissions,
  denied: { code: Code; message: string },
  confirmation?: OperationMeta["confirmation"],
) {
  const error = { [denied.code]: { status: 403, message: denied.message } };
  return operation(permission, { denial: denied, confirmation })
    .route({ tags })
    .errors(error as Record<Code, { status: number; message: string }>);
}

const lastAdministrator = {
  LAST_ADMINISTRATOR: { status: 409, message: "There must be an administrator: add another one first." },
} as const;

const bannedYourself = {
  YOU_CANNOT_BAN_YOURSELF: { status: 403, message: "You cannot ban yourself" },
} as const;

const banErrors = {
  BAN_END_PAST: {
    status: 400,
    message: "The ban must end in the future.",
    data: z.object({ fields: z.array(z.literal("until")) }),
  },
} as const;

const removedYourself = {
  YOU_CANNOT_REMOVE_YOURSELF: { status: 403, message: "You cannot remove yourself" },
} as const;

/** `fields` names the fields that an error is about. */
const writeErrors = {
  ...confirmationErrors,
  EMAIL_TAKEN: {
    status: 409,
    message: "Email already used",
    data: z.object({ fields: z.array(z.literal("email")) }),
  },
  INVALID_EMAIL: {
    status: 400,
    message: "Invalid email",
    data: z.object({ fields: z.array(z.literal("email")) }),
  },
  [changeRoleDenial.code]: { status: 403, message: changeRoleDenial.message },
} as const;

const idInput = z.object({ id: z.uuid() });
const countOutput = z.object({ count: z.int() });

/** The permission to save views of the list for everyone. */
export const shareUserViews = { user: ["update"] } as const;

export const usersContract = {
  views: viewOperations({ user: ["list"] }, shareUserViews, { path: "/users", tags }),

  list: userOperation({ user: ["list"] }, denials.list)
    .route({ method: "GET", path: "/users", summary: "List, search and sort users" })
    .input(userListQuerySchema.extend(pageQuerySchema.shape))
    .output(pageSchema(userSchema))
    .errors(listErrors),

  get: userOperation({ user: ["get"] }, denials.get)
    .route({ method: "GET", path: "/users/{id}", summary: "Get a user" })
    .input(z.object({ id: z.string().max(100) }))
    .output(userSchema)
    .errors(notFound),

  create: userOperation({ user: ["create"] }, denials.create)
    .route({
      method: "POST",
      path: "/users",
      summary: "Add a user",
      description:
        "Needs a confirmation if the user becomes an administrator. With `invite`, the user gets an email with a link to log in.",
    })
    .input(newUserSchema)
    .output(userSchema)
    .errors(writeErrors),

  update: userOperation({ user: ["update"] }, denials.update)
    .route({
      method: "PUT",
      path: "/users/{id}",
      summary: "Update a user",
      description:
        "Needs a confirmation if the email changes or the user becomes an administrator. A changed email becomes unverified, ends the user's sessions and removes their passkeys, linked accounts and API keys; the previous email is notified.",
    })
    .input(userInputSchema.extend(versionedRefSchema.shape))
    .output(userSchema)
    .errors({
      ...writeErrors,
      ...notFound,
      ...versionConflict(userSchema),
      ...lastAdministrator,
      YOU_CANNOT_DEMOTE_YOURSELF: {
        status: 403,
        message: "You cannot remove your own administrator role",
        data: z.object({ fields: z.array(z.literal("roles")) }),
      },
    }),

  delete: userOperation({ user: ["delete"] }, denials.delete, "recent")
    .route({
      method: "DELETE",
      path: "/users/{id}",
      summary: "Delete a user with their sessions, passkeys, linked accounts and API keys",
    })
    .input(versionedRefSchema)
    .errors({
      ...confirmationErrors,
      ...notFound,
      ...versionConflict(userSchema),
      ...lastAdministrator,
      ...removedYourself,
    }),

  deleteMany: userOperation({ user: ["delete"] }, denials.delete, "recent")
    .route({ method: "POST", path: "/users/deletions", summary: "Delete several users together" })
    .input(bulkInputSchema)
    .output(bulkDeletionSchema)
    .errors({ ...confirmationErrors, ...lastAdministrator }),

  ban: userOperation({ user: ["ban"] }, denials.ban)
    .route({
      method: "PUT",
      path: "/users/{id}/ban",
      summary: "Ban a user",
      description: "Ends all of the user's sessions. They stay ended when the ban is over.",
    })
    .input(banInputSchema.extend(idInput.shape))
    .output(userSchema)
    .errors({ ...notFound, ...bannedYourself, ...lastAdministrator, ...banErrors }),

  unban: userOperation({ user: ["ban"] }, denials.ban)
    .route({ method: "DELETE", path: "/users/{id}/ban", summary: "Lift a user's ban" })
    .input(idInput)
    .output(userSchema)
    .errors(notFound),

  banMany: userOperation({ user: ["ban"] }, denials.ban)
    .route({ method: "POST", path: "/users/bans", summary: "Ban several users together" })
    .input(banInputSchema.extend(userIdsSchema.shape))
    .output(bulkResultSchema)
    .errors({ ...banErrors, ...lastAdministrator }),

  unbanMany: userOperation({ user: ["ban"] }, denials.ban)
    .route({ method: "POST", path: "/users/unbans", summary: "Lift the bans of several users together" })
    .input(userIdsSchema)
    .output(bulkResultSchema),

  listSessions: userOperation({ session: ["list"] }, denials.listSessions)
    .route({
      method: "GET",
      path: "/users/{id}/sessions",
      summary: "List a user's sessions, the most recently used first",
      description: "With `from` and `to`, those whose last use was on one of these days.",
    })
    .input(idInput.extend({ ...dayRangeSchema.shape, after: sessionCursorSchema.optional() }))
    .output(sessionPageSchema)
    .errors(listErrors),

  revokeSession: userOperation({ session: ["revoke"] }, denials.revoke)
    .route({
      method: "DELETE",
      path: "/users/{id}/sessions/{sessionId}",
      summary: "End one of a user's sessions",
    })
    .input(idInput.extend({ sessionId: z.uuid() }))
    .output(idInput)
    .errors({
      NOT_FOUND: { status: 404, message: "The user has no such session." },
      CURRENT_SESSION: { status: 403, message: "You are using this session: log out to end it." },
    }),

  revokeSessions: userOperation({ session: ["revoke"] }, denials.revoke)
    .route({
      method: "DELETE",
      path: "/users/{id}/sessions",
      summary: "End all of a user's sessions, except the one that you are using",
    })
    .input(idInput)
    .output(countOutput)
    .errors(notFound),

  revokeSessionsMany: userOperation({ session: ["revoke"] }, denials.revoke)
    .route({
      method: "POST",
      path: "/users/session-revocations",
      summary: "End all sessions of several users, except the one that you are using",
    })
    .input(userIdsSchema)
    .output(bulkResultSchema),

  impersonate: userOperation({ user: ["impersonate"] }, denials.impersonate, "recent")
    .route({
      method: "POST",
      path: "/users/{id}/impersonation",
      summary: "Act as a user for up to an hour",
      description:
        "The response sets the cookies of a session as the user. `POST /api/auth/admin/stop-impersonating` ends it and continues your own.",
    })
    .input(idInput)
    .output(z.void())
    .errors({
      ...confirmationErrors,
      ...notFound,
      YOU_CANNOT_IMPERSONATE_ADMINS: { status: 403, message: "You cannot impersonate administrators" },
      USER_BANNED: { status: 409, message: "This user is banned." },
    }),
};
