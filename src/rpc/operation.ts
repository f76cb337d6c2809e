import { oc } from "@orpc/contract";
import { z } from "zod";
import { demoError } from "./demo-error.ts";
import { impersonationErrors } from "./impersonation-errors.ts";
import type { Permissions } from "./permissions.ts";
import { temporaryErrors } from "#lib/temporary-errors.ts";
import { inputIssueSchema } from "#lib/input-issue.ts";

/** The permission that a caller needs; `public` needs none. */
export type Required = Permissions | "public";

export type OperationMeta = {
  permission: Required;
  /**
   * Whether the caller must have confirmed recently that it's them. `own code`: the operation takes a code that was sent
   * to their email, which confirms it.
   */
  confirmation?: "recent" | "own code" | undefined;
  /** The error without the permission, if it isn't FORBIDDEN. */
  denial?: { code: string; message: string } | undefined;
};

// optional: passkeys
/** AUTH_REQUIRE_PASSKEY applies to the caller. */
export const passkeyRequiredError = { status: 403, message: "Confirm with a passkey first" } as const;
// end: passkeys

/** How users can confirm that it's them. */
export const confirmationMethods = [
  "passkey", // optional: passkeys
  "code",
] as const;

/** The errors of operations that need a confirmation. */
export const confirmationErrors = {
  CONFIRMATION_REQUIRED: {
    status: 403,
    message: "Confirm that it's you first",
    data: z.object({ methods: z.array(z.enum(confirmationMethods)) }),
  },
  // An administrator can't confirm that they are the user whom they impersonate. // optional: impersonation
  ...impersonationErrors, // optional: impersonation
} as const;

/**
 * Starts an operation's contract, which can't be written without naming a permission. The errors are those that any
 * operation may respond with.
 */
export function operation(permission: Required, meta: Omit<OperationMeta, "permission"> = {}) {
  const { denial } = meta;
  // Its code isn't part of the type.
  const denialError: object = denial ? { [denial.code]: { status: 403, message: denial.message } } : {};
  return oc.$meta<OperationMeta>({ permission, ...meta }).errors({
    ...denialError,
    UNAUTHORIZED: { status: 401, message: "Sign in to do this." },
    FORBIDDEN: { status: 403, message: "You are not allowed to access resource." },
    PASSKEY_REQUIRED: passkeyRequiredError, // optional: passkeys
    DEMO_MODE: demoError, // optional: demo
    BAD_REQUEST: {
      status: 400,
      message: "The input is invalid.",
      data: z.object({ issues: z.array(inputIssueSchema) }).optional(),
    },
    ...temporaryErrors,
  });
}

/**
 * As `operation`, for what a stolen session alone must not be enough for: the caller must have confirmed within the last
 * 10 minutes, in this session, that it's them.
 */
export function confirmedOperation(
  permission: Permissions,
  confirmation: NonNullable<OperationMeta["confirmation"]> = "recent",
) {
  return operation(permission, { confirmation }).errors(confirmationErrors);
}
