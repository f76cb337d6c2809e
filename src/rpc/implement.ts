import { implement, ORPCError, os } from "@orpc/server";
import type { AnyContractRouter } from "@orpc/contract";
import { canUser } from "#access.ts";
import type { Caller, OperationContext } from "./context.ts";
import type { OperationMeta, Required } from "./operation.ts";

/** Enforces the permission that an operation's contract names, for RPC, REST and server rendering alike. */
const enforcePermission = os.$context<OperationContext>().middleware(async ({ context, next, procedure }) => {
  const { permission } = procedure["~orpc"].meta as OperationMeta;
  assertAllowed(context, permission);
  return await next();
});

/** Begins a feature's implementation of its contract. */
export function implementContract<Contract extends AnyContractRouter>(contract: Contract) {
  return implement(contract).$context<OperationContext>().use(enforcePermission);
}

/**
 * The caller of an operation whose contract names a permission.
 * @throws UNAUTHORIZED where there is none.
 */
export function callerOf(context: OperationContext): Caller {
  if (!context.caller) throw new ORPCError("UNAUTHORIZED");
  return context.caller;
}

/** @throws UNAUTHORIZED for nobody, FORBIDDEN for someone without the permission (specification, section 6). */
function assertAllowed(context: OperationContext, permission: Required): void {
  if (permission === "public") return;
  const { user } = callerOf(context);
  if (canUser(user, permission, context.adminUserIds)) return;
  const resource = Object.keys(permission).join(", ");
  throw new ORPCError("FORBIDDEN", { message: `You are not allowed to access resource: ${resource}` });
}
