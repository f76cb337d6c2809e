import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";

type ImpersonationErrors = { NOT_WHILE_IMPERSONATING: () => Error };

/** The caller, unless an administrator impersonates them (decisions: "Users"). Confirmed operations checked that before. */
export function requireOwner(context: OperationContext, errors: ImpersonationErrors) {
  if (requireCaller(context).impersonatedBy !== null) throw errors.NOT_WHILE_IMPERSONATING();
  return ownerOf(context);
}

/** The caller, where a confirmation was required. */
export function ownerOf(context: OperationContext) {
  const { user, sessionId } = requireCaller(context);
  return { userId: user.id, email: user.email, sessionId };
}
