import { pino } from "pino";

export type Log = pino.Logger;

/** Names of fields whose values never reach a log, at the top and one level down. */
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
    redact: { paths: secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), remove: true },
    ...(pretty && {
      transport: { target: "pino-pretty", options: { ignore: "pid,hostname", translateTime: "HH:MM:ss" } },
    }),
  });
}
