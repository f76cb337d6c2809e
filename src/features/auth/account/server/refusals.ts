import { ORPCError } from "@orpc/server";
import { DrizzleQueryError } from "drizzle-orm";
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

/** Whether an error is the database's refusal by a constraint. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  return (error.cause as { constraint?: string } | undefined)?.constraint === constraint;
}
