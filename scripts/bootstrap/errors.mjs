/**
 * An error whose message is for the user: one clear sentence that says what to do. It is printed without a stack, as are
 * errors of src/ with `isForUsers`.
 */
export class UserError extends Error {
  isForUsers = true;
}

export const diskFull = "The disk is full: free some space, then run the command again.";

/**
 * The text to print for an error: its message if that is for the user, otherwise the stacks of the error and its causes.
 * @param {unknown} error
 * @returns {string}
 */
export function formatError(error) {
  const errors = withCauses(error);
  if (errors.length === 0) return String(error);
  if (errors.some(isDiskFull)) return diskFull;
  const forUsers = errors.find((each) => "isForUsers" in each);
  return forUsers?.message ?? errors.map(({ stack, message }) => stack ?? message).join("\nCaused by: ");
}

/**
 * An error, its causes, and the errors of an AggregateError.
 * @param {unknown} error
 * @returns {Error[]}
 */
function withCauses(error) {
  if (!(error instanceof Error)) return [];
  const errors = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...errors].flatMap(withCauses)];
}

/** @param {Error} error */
function isDiskFull(error) {
  const code = "code" in error ? error.code : undefined;
  // 53100 is PostgreSQL's disk_full.
  return (
    ["ENOSPC", "EDQUOT", "53100"].includes(String(code)) || /no space left on device/i.test(error.message)
  );
}
