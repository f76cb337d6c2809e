import { type AnyProcedure, ORPCError, os } from "@orpc/server";
import type { Caller, OperationContext } from "./context.ts";
import { demoError } from "./demo-error.ts";
import { impersonationErrors } from "./impersonation-errors.ts";
import { confirmationErrors, type OperationMeta, passkeyRequiredError } from "./operation.ts";
import type { Permissions } from "./permissions.ts";

/** Enforces the permission and the confirmation that an operation's contract names (specification, section 6), however it is called. */
export const enforcePermission = os
  .$context<OperationContext>()
  .middleware(async ({ context, next, procedure }) => {
    requireCallable(context, procedure);
    return await next();
  });

/**
 * Requires what an operation's contract names, whatever the input.
 * @throws UNAUTHORIZED without a session, FORBIDDEN or another denial without the permission, or as `requireConfirmation` does
 */
function requireCallable(context: OperationContext, procedure: AnyProcedure): void {
  const { permission, confirmation, denial } = procedure["~orpc"].meta as OperationMeta;
  // optional: demo
  // In a demo nothing is changed, and its accounts, which are everyone's, have no data of their own.
  if (context.isDemo && (procedure["~orpc"].route.method !== "GET" || confirmation))
    throw new ORPCError("DEMO_MODE", { defined: true, ...demoError });
  // end: demo
  if (permission !== "public") requirePermission(context, permission, denial);
  // optional: impersonation
  if (context.caller?.impersonatedBy && "NOT_WHILE_IMPERSONATING" in procedure["~orpc"].errorMap)
    throw new ORPCError("NOT_WHILE_IMPERSONATING", impersonationErrors.NOT_WHILE_IMPERSONATING);
  // end: impersonation
  if (confirmation) requireConfirmation(context, confirmation);
}

/** Whether `enforcePermission` lets the caller call an operation: otherwise its input isn't worth parsing. */
export function canCall(context: OperationContext, procedure: AnyProcedure): boolean {
  try {
    requireCallable(context, procedure);
    return true;
  } catch {
    return false;
  }
}

/**
 * The caller, if they have a permission: for route handlers that are no operation, like uploads and downloads, and for
 * permissions that depend on the input.
 * @param denial the error without the permission, if it isn't FORBIDDEN
 * @throws as `enforcePermission` does
 */
export function requirePermission(
  context: OperationContext,
  permission: Permissions,
  denial?: OperationMeta["denial"],
): Caller {
  const caller = requireCaller(context);
  if (context.access.canUser(caller.user, permission)) return caller;
  // optional: passkeys
  if (caller.user.needsPasskey && context.access.canUser({ ...caller.user, needsPasskey: false }, permission))
    throw new ORPCError("PASSKEY_REQUIRED", passkeyRequiredError);
  // end: passkeys
  if (denial) throw new ORPCError(denial.code, { status: 403, message: denial.message });
  throw new ORPCError("FORBIDDEN", { message: denialMessage(context, caller, permission) });
}

/** What a caller without a permission lacks (specification, section 8): all of a resource, or an action on it. */
function denialMessage({ access }: OperationContext, { user }: Caller, permission: Permissions): string {
  const denied = Object.entries(permission).find(
    ([name, actions]) => !access.canUser(user, { [name]: actions }),
  );
  // No role of the caller has all of it, although each part is in one of them.
  if (!denied) return "Not authorized";
  const [resource] = denied;
  const actions = Object.keys(access.declarations[resource] ?? {});
  return actions.some((action) => access.canUser(user, { [resource]: [action] }))
    ? `unauthorized to access resource "${resource}"`
    : `You are not allowed to access resource: ${resource}`;
}

/**
 * Requires that the caller has confirmed within the last 10 minutes, in this session, that it's them.
 * `enforcePermission` does, for operations that always need it.
 * @throws CONFIRMATION_REQUIRED
 */
export function requireConfirmation(
  context: OperationContext,
  confirmation: OperationMeta["confirmation"] = "recent",
): void {
  const caller = requireCaller(context);
  const { isConfirmed, confirmationMethods } = caller;
  const isCodeEnough = confirmation === "own code" && confirmationMethods.includes("code");
  if (isConfirmed || isCodeEnough) return;
  const { status, message } = confirmationErrors.CONFIRMATION_REQUIRED;
  throw new ORPCError("CONFIRMATION_REQUIRED", {
    status,
    message,
    ...(caller.key && { message: "Not available with an API key" }), // optional: api-keys
    data: { methods: confirmationMethods },
  });
}

/**
 * The caller of an operation whose contract names a permission.
 * @throws UNAUTHORIZED without a session
 */
export function requireCaller(context: OperationContext): Caller {
  if (!context.caller) throw new ORPCError("UNAUTHORIZED");
  return context.caller;
}
