import { ORPCError, os } from "@orpc/server";
import type { Caller, OperationContext } from "./context.ts";
import type { OperationMeta } from "./operation.ts";
import type { Permissions } from "./permissions.ts";

/**
 * Enforces the permission that an operation's contract names (specification, section 6), for RPC, REST and server
 * rendering alike.
 * @throws UNAUTHORIZED without a session, FORBIDDEN without the permission
 */
export const enforcePermission = os
  .$context<OperationContext>()
  .middleware(async ({ context, next, procedure }) => {
    const { permission } = procedure["~orpc"].meta as OperationMeta;
    if (permission !== "public") requirePermission(context, permission);
    return await next();
  });

/**
 * The caller, if they have a permission: for route handlers that are no operation, like uploads and downloads.
 * @throws as `enforcePermission` does
 */
export function requirePermission(context: OperationContext, permission: Permissions): Caller {
  const caller = requireCaller(context);
  if (context.access.canUser(caller.user, permission)) return caller;
  const resource = Object.keys(permission).join(", ");
  throw new ORPCError("FORBIDDEN", { message: `You are not allowed to access resource: ${resource}` });
}

/**
 * The caller of an operation whose contract names a permission.
 * @throws UNAUTHORIZED without a session
 */
export function requireCaller(context: OperationContext): Caller {
  if (!context.caller) throw new ORPCError("UNAUTHORIZED");
  return context.caller;
}
