import { expect, test } from "vitest";
import { ConfigError } from "#server/config.ts";
import { diskFull, formatError, UserError } from "./errors.mjs";

test("an error that is written for people is told without its stack", () => {
  expect(formatError(new UserError("Do this."))).toBe("Do this.");
  expect(formatError(new Error("outer", { cause: new UserError("Do this.") }))).toBe("Do this.");
  expect(formatError(new ConfigError(["PORT must be a number"]))).toContain("PORT must be a number");
});

test("any other error is told with all that is known of it", () => {
  const told = formatError(new Error("outer", { cause: new TypeError("inner") }));
  expect(told).toMatch(/Error: outer\n +at /);
  expect(told).toContain("TypeError: inner");
  expect(formatError("a string")).toBe("a string");
});

test("a full disk is told as such, wherever it was noticed", () => {
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
