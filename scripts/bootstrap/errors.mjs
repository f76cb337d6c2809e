/** A failure that is told to a person as it stands: one clear sentence, with what to do. */
export class UserError extends Error {
  /** @override */
  name = "UserError";
  forPeople = true;
}

export const diskFull = "The disk is full: free some space, then run the command again.";

/** Errors of the product itself whose message is written for people. */
const namesForPeople = new Set(["ConfigError", "DatabaseStartError", "MigrationError", "ServeError"]);

/**
 * What a person is shown of an error: its sentence where it has one, otherwise everything that is known of it.
 * @param {unknown} error
 * @returns {string}
 */
export function formatError(error) {
  const errors = withCauses(error);
  if (errors.some(isDiskFull)) return diskFull;
  const forPeople = errors.find(
    (each) => ("forPeople" in each && each.forPeople) || namesForPeople.has(each.name),
  );
  if (forPeople) return forPeople.message;
  if (errors.length === 0) return String(error);
  return errors.map(({ stack, message }) => stack ?? message).join("\nCaused by: ");
}

/**
 * An error, what caused it, and those that it gathers.
 * @param {unknown} error
 * @returns {Error[]}
 */
function withCauses(error) {
  if (!(error instanceof Error)) return [];
  const gathered = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...gathered].flatMap(withCauses)];
}

/** @param {Error} error */
function isDiskFull(error) {
  const code = "code" in error ? error.code : undefined;
  // 53100 is PostgreSQL's disk_full.
  return (
    code === "ENOSPC" ||
    code === "EDQUOT" ||
    code === "53100" ||
    /no space left on device/i.test(error.message)
  );
}
