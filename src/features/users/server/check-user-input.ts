import { checkEmailStrictly } from "#features/auth/shared/account.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller, requireConfirmation, requirePermission } from "#rpc/enforce-permission.server.ts";
import { defaultRole, type Role } from "#rpc/permissions.ts";
import { changeRoleDenial } from "../contract.ts";
import type { ListedUser, UserInput } from "../schema.ts";

type Errors = {
  INVALID_EMAIL: (options: { data: { fields: "email"[] } }) => Error;
  YOU_CANNOT_DEMOTE_YOURSELF?: (options: { data: { fields: "roles"[] } }) => Error;
};

/**
 * Checks what an administrator enters for a user, beyond the schema. Other roles need a permission of their own; another
 * email and the administrator's role need a recent confirmation (decisions: "Sign-in").
 * @param before the user as stored; undefined for a new one
 * @throws the caller's error
 */
export function checkUserInput(
  context: OperationContext,
  errors: Errors,
  { email, roles }: UserInput,
  before?: ListedUser,
): void {
  const rolesBefore: Role[] = before?.roles ?? [defaultRole];
  const added = new Set(roles).difference(new Set(rolesBefore));
  const removed = new Set(rolesBefore).difference(new Set(roles));
  const isSelf = before?.id === requireCaller(context).user.id;

  if (added.size + removed.size > 0) requirePermission(context, { user: ["set-role"] }, changeRoleDenial);
  if (isSelf && removed.has("admin") && errors.YOU_CANNOT_DEMOTE_YOURSELF)
    throw errors.YOU_CANNOT_DEMOTE_YOURSELF({ data: { fields: ["roles"] } });
  if (email !== before?.email && checkEmailStrictly(email).problem)
    throw errors.INVALID_EMAIL({ data: { fields: ["email"] } });
  if (added.has("admin") || (before && email !== before.email)) requireConfirmation(context);
}
