/** A failure that is told to a person as it stands: one clear sentence, with what to do. */
export class Problem extends Error {
  /** @override */
  name = "Problem";
  forPeople = true;
}

/** Errors of the product itself whose message is written for people. */
const namesForPeople = new Set(["ConfigError", "DatabaseStartError", "MigrationError", "ServeError"]);

/**
 * What a person is shown of an error: its sentence where it has one, otherwise everything that is known of it.
 * @param {unknown} error
 * @returns {string}
 */
export function explain(error) {
  const errors = withCauses(error);
  if (errors.some(isDiskFull)) return "The disk is full: free some space, then run the command again.";
  const sentence = errors.find((each) => each.forPeople === true || namesForPeople.has(String(each.name)));
  if (sentence) return String(sentence.message);
  return error instanceof Error
    ? errors.map((each) => each.stack ?? String(each)).join("\nCaused by: ")
    : String(error);
}

/**
 * @param {unknown} error
 * @returns {Array<{ name?: unknown, message?: unknown, code?: unknown, stack?: unknown, forPeople?: unknown }>}
 */
function withCauses(error) {
  if (typeof error !== "object" || error === null) return [];
  const within = [
    ...("cause" in error ? [error.cause] : []),
    ...("errors" in error && Array.isArray(error.errors) ? error.errors : []),
  ];
  return [error, ...within.flatMap(withCauses)];
}

/** @param {{ code?: unknown, message?: unknown }} error */
function isDiskFull({ code, message }) {
  // 53100 is PostgreSQL's disk_full.
  return (
    code === "ENOSPC" ||
    code === "EDQUOT" ||
    code === "53100" ||
    /no space left on device/i.test(String(message))
  );
}
