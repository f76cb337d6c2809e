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

const tags = ["users:title"];

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

  create: operations.create,

  update: operations.update.errors({
    ...lastAdministrator,
    YOU_CANNOT_DEMOTE_YOURSELF: {
      ...fieldError("You cannot remove your own administrator role", "roles"),
      status: 403,
    },
  }),

  delete: operations.delete.errors({
    ...confirmationErrors,
    ...lastAdministrator,
    YOU_CANNOT_REMOVE_YOURSELF: { status: 403, message: "You cannot remove yourself" },
  }),

  deleteMany: userOperation(access.delete)
    .route({ method: "POST", path: "/users/deletions" })
    .input(bulkInputSchema)
    .output(bulkDeletionSchema)
    .errors({ ...confirmationErrors, ...lastAdministrator }),

  ban: userOperation(banAccess)
    .route({ method: "PUT", path: "/users/{id}/ban" })
    .input(banInputSchema.extend(idInput.shape))
    .output(userSchema)
    .errors({
      ...notFound,
      ...banErrors,
      YOU_CANNOT_BAN_YOURSELF: { status: 403, message: "You cannot ban yourself" },
    }),

  unban: userOperation(banAccess)
    .route({ method: "DELETE", path: "/users/{id}/ban" })
    .input(idInput)
    .output(userSchema)
    .errors(notFound),

  banMany: userOperation(banAccess)
    .route({ method: "POST", path: "/users/bans" })
    .input(banInputSchema.extend(userIdsSchema.shape))
    .output(bulkResultSchema)
    .errors(banErrors),

  unbanMany: userOperation(banAccess)
    .route({ method: "POST", path: "/users/unbans" })
    .input(userIdsSchema)
    .output(bulkResultSchema),

  // optional: impersonation
  impersonate: userOperation({ ...impersonationAccess, confirmation: "recent" })
    .route({ method: "POST", path: "/users/{id}/impersonation" })
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
