import { pino } from "pino";

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

/** Creates the process's log on stdout: JSON lines, or readable lines if `pretty` is set. Secret fields are removed. */
export function createLog({ level, pretty }: { level: string; pretty: boolean }): Log {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    serializers: { err: (error: unknown) => (error instanceof Error ? serializeError(error) : error) },
    redact: { paths: secretFields.map((name) => `["${name}"]`), remove: true },
  };
  // Lines are written together, at the latest after a tenth of a second or when the process exits.
  const batches = { sync: false, minLength: 4_096, periodicFlush: 100 };
  if (!pretty) return pino(options, pino.destination(batches));
  const format = { ignore: "pid,hostname", translateTime: "HH:MM:ss", singleLine: true };
  return pino({ ...options, transport: { target: "pino-pretty", options: format } });
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
