import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { isUnavailableError, UnavailableError } from "./unavailable.ts";

const withCode = (code: string) => Object.assign(new Error("No"), { code });

test.each([
  ["a server that accepts no connection", withCode("ECONNREFUSED")],
  ["a full disk of the database", withCode("53100")],
  ["a full disk of this machine", withCode("ENOSPC")],
  ["too many connections", withCode("53300")],
  ["a database that starts", withCode("57P03")],
  ["a primary that has become a standby", withCode("25006")],
  ["a lost connection", new Error("Connection terminated unexpectedly")],
  ["a connection that was closed meanwhile", new Error("Client was closed and is not queryable")],
  ["an exhausted pool", new Error("timeout exceeded when trying to connect")],
  ["a storage that doesn't answer", new UnavailableError("No answer")],
  ["a statement that any of these ended", new DrizzleQueryError("select 1", [], withCode("57P01"))],
])("%s is a service that may be available later", (_, error) => {
  expect(isUnavailableError(error)).toBe(true);
});

test.each([
  ["a violated constraint", withCode("23505")],
  ["a statement that took too long", withCode("57014")],
  ["a file that doesn't exist", withCode("ENOENT")],
  ["a bug", new TypeError("x is not a function")],
  ["what is no error", "ECONNREFUSED"],
])("%s is not", (_, error) => {
  expect(isUnavailableError(error)).toBe(false);
});
