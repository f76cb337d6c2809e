import { ORPCError, os } from "@orpc/server";
import { canUser, type Permissions } from "#access.ts";
import type { Caller, OperationContext } from "./context.ts";
import type { OperationMeta } from "./operation.ts";

/**
 * Enforces the permission that an operation's contract names (specification, section 6), for RPC, REST and server
 * rendering alike.
 * @throws UNAUTHORIZED for nobody, FORBIDDEN for someone without the permission.
 */
export const enforcePermission = os
  .$context<OperationContext>()
  .middleware(async ({ context, next, procedure }) => {
    const { permission } = procedure["~orpc"].meta as OperationMeta;
    if (permission !== "public") requirePermission(context, permission);
    return await next();
  });

/**
 * The caller, who has a permission: for what is no operation, such as a file that comes or goes.
 * @throws as `enforcePermission`
 */
export function requirePermission(context: OperationContext, permission: Permissions): Caller {
  const caller = requireCaller(context);
  if (canUser(caller.user, permission, context.adminUserIds)) return caller;
  const resource = Object.keys(permission).join(", ");
  throw new ORPCError("FORBIDDEN", { message: `You are not allowed to access resource: ${resource}` });
}

/**
 * The caller of an operation whose contract names a permission.
 * @throws UNAUTHORIZED where there is none.
 */
export function requireCaller(context: OperationContext): Caller {
  if (!context.caller) throw new ORPCError("UNAUTHORIZED");
  return context.caller;
}
