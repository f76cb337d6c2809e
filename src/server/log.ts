import { pino } from "pino";

export type Log = pino.Logger;

/** Names of fields whose values never reach a log. */
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
 * The process's log: JSON lines on stdout, or lines for a person where `pretty` is set.
 * Fields that hold secrets are removed, whoever logs them.
 */
export function createLog({ level, pretty }: { level: string; pretty: boolean }): Log {
  return pino({
    level,
    base: undefined,
    serializers: { err: (error: unknown) => (error instanceof Error ? serializeError(error) : error) },
    redact: { paths: secretFields.map((name) => `["${name}"]`), remove: true },
    ...(pretty && {
      transport: {
        target: "pino-pretty",
        options: { ignore: "pid,hostname", translateTime: "HH:MM:ss", singleLine: true },
      },
    }),
  });
}

/**
 * What of an error may stand in the log: a failed statement's error names its parameters, and with them addresses and
 * hashes; its cause does not.
 */
export function serializeError(error: unknown): { name: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { name: "Error", message: "Something that is no error was thrown" };
  const { name, message, stack } = error.cause instanceof Error ? error.cause : error;
  return { name, message, stack };
}
