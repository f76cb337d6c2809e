import { pino } from "pino";
import { outputTo } from "./output.ts";

export type Log = pino.Logger;

/** Fields that are never logged. */
const secretFields = [
  "authorization",
  "cookie",
  "set-cookie",
  "code",
  "otp",
  "password",
  "secret",
  "token",
  "html",
  "text",
];

/**
 * Creates the process's log on stdout: lines of JSON. Secret fields are removed.
 * @param o.format makes a line readable
 */
export function createLog({
  level,
  format = (line) => line,
}: {
  level: string;
  format?: ((line: string) => string) | undefined;
}): Log {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    serializers: { err: (error: unknown) => (error instanceof Error ? serializeError(error) : error) },
    redact: { paths: secretFields.map((name) => `["${name}"]`), remove: true },
  };
  return pino(options, { write: (line) => outputTo(1).write(format(line)) });
}

/**
 * The loggable part of an error. The message of a failed statement contains its parameters, for example email addresses;
 * its cause's message doesn't.
 */
export function serializeError(error: unknown): { name: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { name: "Error", message: "A value that is not an error was thrown" };
  const { name, message, stack } = error.cause instanceof Error ? error.cause : error;
  return { name, message, stack };
}
