import { expect, test } from "vitest";
import { ConfigError } from "#server/config.ts";
import { diskFull, formatError, UserError } from "./errors.mjs";
import { StartError } from "#server/start-error.ts";

test("an error for the user is printed without its stack", () => {
  expect(formatError(new UserError("Do this."))).toBe("Do this.");
  expect(formatError(new Error("outer", { cause: new UserError("Do this.") }))).toBe("Do this.");
  expect(formatError(new StartError("Port 1 is in use."))).toBe("Port 1 is in use.");
  expect(formatError(new ConfigError(["PORT must be a number"]))).toMatch(/PORT must be a number$/);
});

test("any other error is printed with its stack and its causes", () => {
  const text = formatError(new Error("outer", { cause: new TypeError("inner") }));
  expect(text).toMatch(/Error: outer\n +at /);
  expect(text).toContain("TypeError: inner");
});

test("a full disk is reported as such, whichever program noticed it", () => {
  const byNode = Object.assign(new Error("write"), { code: "ENOSPC" });
  const byPostgres = Object.assign(new Error("could not extend file"), { code: "53100" });
  for (const error of [
    byNode,
    byPostgres,
    new AggregateError([byNode]),
    new UserError("initdb said: No space left on device"),
  ]) {
    expect(formatError(error)).toBe(diskFull);
  }
});
