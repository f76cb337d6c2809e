/**
 * What of an error may stand in the log: the failed statement of the database module's error names its parameters, and
 * with them codes' hashes, tokens and addresses; its cause does not.
 */
export function loggable(error: unknown): { name: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { name: "Error", message: "Something that is no error was thrown" };
  const { name, message, stack } = error.cause instanceof Error ? error.cause : error;
  return { name, message, stack };
}
