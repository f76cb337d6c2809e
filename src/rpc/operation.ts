import { oc } from "@orpc/contract";
import { z } from "zod";
import type { Permissions } from "./permissions.ts";
import { inputIssueSchema } from "#lib/input-issue.ts";

/** The permission that a caller needs; `public` needs none. */
export type Required = Permissions | "public";

export type OperationMeta = { permission: Required };

/**
 * Starts an operation's contract, which can't be written without naming a permission. The errors are those that any
 * operation may respond with.
 */
export function operation(permission: Required) {
  return oc.$meta<OperationMeta>({ permission }).errors({
    UNAUTHORIZED: { status: 401, message: "Sign in to do this." },
    FORBIDDEN: { status: 403, message: "You are not allowed to access resource." },
    BAD_REQUEST: {
      status: 400,
      message: "The input is invalid.",
      data: z.object({ issues: z.array(inputIssueSchema) }).optional(),
    },
    /** A statement reached the database's time limit. */
    TOO_SLOW: { status: 503, message: "This took too long and was stopped." },
  });
}
