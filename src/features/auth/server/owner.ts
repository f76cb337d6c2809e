import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";

/** The caller, for operations that only the owner of an account can call. */
export function ownerOf(context: OperationContext) {
  const { user, sessionId } = requireCaller(context);
  return { userId: user.id, email: user.email, sessionId };
}
