import { ORPCError } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/permission.ts";

/**
 * An administrator who acts as someone changes neither their address nor deletes them (decisions: "Users").
 * @throws ACTING_AS_SOMEONE_ELSE
 */
export function refuseWhileActing(context: OperationContext): void {
  if (requireCaller(context).impersonatedBy === null) return;
  throw new ORPCError("ACTING_AS_SOMEONE_ELSE", {
    status: 403,
    message: "Not while you act as someone else",
  });
}
