import { inspect } from "node:util";

/**
 * An error whose message is for the user: one clear sentence that says what to do. It is printed without a stack, as are
 * errors of src/ with `isForUsers`.
 */
export class UserError extends Error {
  isForUsers = true;
}

export const diskFull = "The disk is full: free some space, then run the command again.";

/** By Node, PostgreSQL or another program. */
const diskFullPattern = /ENOSPC|EDQUOT|code: '53100'|no space left on device/i;

/**
 * The text to print for an error: its message if that is for the user, otherwise all of it.
 * @param {unknown} error
 */
export function formatError(error) {
  const text = inspect(error);
  if (diskFullPattern.test(text)) return diskFull;
  for (let each = error; each instanceof Error; each = each.cause)
    if ("isForUsers" in each) return each.message;
  return text;
}
