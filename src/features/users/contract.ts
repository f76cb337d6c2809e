import { z } from "zod";
import { fieldError, notFound, recordOperations } from "#resource/contract.ts";
import { viewOperations } from "#resource/view-contract.ts";
import { bulkInputSchema } from "#resource/schema.ts";
import { confirmationErrors, operation, type OperationMeta } from "#rpc/operation.ts";
import type { Permissions } from "#rpc/permissions.ts";
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

/** A permission, and the code of the specification's section 8 that operations respond with without it. */
export function needs<const Code extends string>(permission: Permissions, action: Code, text: string) {
  const code = `YOU_ARE_NOT_ALLOWED_TO_${action}` as const;
  return { permission, denial: { code, message: `You are not allowed to ${text}` } };
}

/** Starts the contract of an operation on users. */
export function userOperation({ permission, ...meta }: { permission: Permissions } & Partial<OperationMeta>) {
  return operation(permission, meta).route({ tags });
}

const access = {
  list: needs({ user: ["list"] }, "LIST_USERS", "list users"),
  get: needs({ user: ["get"] }, "GET_USER", "get users"),
  create: needs({ user: ["create"] }, "CREATE_USERS", "create users"),
  update: needs({ user: ["update"] }, "UPDATE_USERS", "update users"),
  delete: { ...needs({ user: ["delete"] }, "DELETE_USERS", "delete users"), confirmation: "recent" },
} as const;

export const roleAccess = needs({ user: ["set-role"] }, "CHANGE_USERS_ROLE", "change users' roles");
const banAccess = needs({ user: ["ban"] }, "BAN_USERS", "ban users");
const impersonationAccess = needs({ user: ["impersonate"] }, "IMPERSONATE_USERS", "impersonate users"); // optional: impersonation

const lastAdministrator = {
  LAST_ADMINISTRATOR: { status: 409, message: "There must be an administrator: add another one first." },
};

const banErrors = {
  ...lastAdministrator,
  BAN_END_PAST: { ...fieldError("The ban must end in the future.", "until"), status: 400 },
};

const operations = recordOperations({
  path: "/users",
  tags,
  nouns: { one: "a user", many: "users" },
  access,
  record: userSchema,
  query: userListQuerySchema,
  input: newUserSchema,
  update: { method: "PUT", input: userInputSchema },
  errors: {
    ...confirmationErrors,
    EMAIL_TAKEN: fieldError("Email already used", "email"),
    INVALID_EMAIL: { ...fieldError("Invalid email", "email"), status: 400 },
    [roleAccess.denial.code]: { status: 403, message: roleAccess.denial.message },
  },
});

const idInput = z.object({ id: z.uuid() });

export const usersContract = {
  views: viewOperations({ user: ["list"] }, { path: "/users", tags }), // optional: views

  list: operations.list,

  get: operations.get,

  create: operations.create.route({
    description:
      "Needs a confirmation if the user becomes an administrator. With `invite`, the user gets an email with a link to log in.",
  }),

  update: operations.update
    .route({
      description:
        "Needs a confirmation if the email changes or the user becomes an administrator. A changed email becomes unverified, ends the user's sessions and removes all their other access; the previous email is notified.",
    })
    .errors({
      ...lastAdministrator,
      YOU_CANNOT_DEMOTE_YOURSELF: {
        ...fieldError("You cannot remove your own administrator role", "roles"),
        status: 403,
      },
    }),

  delete: operations.delete
    .route({ summary: "Delete a user with their sessions and all other access" })
    .errors({
      ...confirmationErrors,
      ...lastAdministrator,
      YOU_CANNOT_REMOVE_YOURSELF: { status: 403, message: "You cannot remove yourself" },
    }),

  deleteMany: userOperation(access.delete)
    .route({ method: "POST", path: "/users/deletions", summary: "Delete several users together" })
    .input(bulkInputSchema)
    .output(bulkDeletionSchema)
    .errors({ ...confirmationErrors, ...lastAdministrator }),

  ban: userOperation(banAccess)
    .route({
      method: "PUT",
      path: "/users/{id}/ban",
      summary: "Ban a user",
      description:
        "Ends all of the user's sessions. They stay ended when the ban is over; other access only pauses.",
    })
    .input(banInputSchema.extend(idInput.shape))
    .output(userSchema)
    .errors({
      ...notFound,
      ...banErrors,
      YOU_CANNOT_BAN_YOURSELF: { status: 403, message: "You cannot ban yourself" },
    }),

  unban: userOperation(banAccess)
    .route({ method: "DELETE", path: "/users/{id}/ban", summary: "Lift a user's ban" })
    .input(idInput)
    .output(userSchema)
    .errors(notFound),

  banMany: userOperation(banAccess)
    .route({
      method: "POST",
      path: "/users/bans",
      summary: "Ban several users together",
      description: "As a ban of one user",
    })
    .input(banInputSchema.extend(userIdsSchema.shape))
    .output(bulkResultSchema)
    .errors(banErrors),

  unbanMany: userOperation(banAccess)
    .route({ method: "POST", path: "/users/unbans", summary: "Lift the bans of several users together" })
    .input(userIdsSchema)
    .output(bulkResultSchema),

  // optional: impersonation
  impersonate: userOperation({ ...impersonationAccess, confirmation: "recent" })
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
  // end: impersonation
};
