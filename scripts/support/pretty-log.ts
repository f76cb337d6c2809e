import { prettyFactory } from "pino-pretty";

/** Makes a line of the log readable in a terminal. */
export const formatLog: (line: string) => string = prettyFactory({
  ignore: "pid,hostname",
  translateTime: "HH:MM:ss",
  singleLine: true,
});
