import { z } from "zod";
import { impersonationErrors } from "#rpc/impersonation-errors.ts";
import { confirmedOperation, operation } from "#rpc/operation.ts";
import { requestCodeErrors } from "./errors/definitions.ts";

export const accountPermission = { account: ["update"] } as const;
export const accountTags = ["authAccount:title"];

/** Starts the contract of an operation on the caller's own account. */
export const accountOperation = operation(accountPermission).route({ tags: accountTags });

/** As `accountOperation`, if the caller has confirmed recently that it's them. */
export const confirmedAccountOperation = confirmedOperation(accountPermission).route({ tags: accountTags });

/** The email to which a code or a notice was sent. */
export const emailOutput = z.object({ email: z.string() });

/** An operation that sends a code to the user's own email. */
export function codeRequest(path: `/account/${string}`) {
  return accountOperation
    .route({ method: "POST", path })
    .output(emailOutput)
    .errors(impersonationErrors) // optional: impersonation
    .errors(requestCodeErrors);
}
