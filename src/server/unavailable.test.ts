import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { temporaryErrorCode, UnavailableError } from "./unavailable.ts";

const withCode = (code: string, more: object = {}) => Object.assign(new Error("No"), { code, ...more });

test.each([
  ["a server that accepts no connection", withCode("ECONNREFUSED")],
  ["a server whose socket is missing while it restarts", withCode("ENOENT", { syscall: "connect" })],
  ["a full disk of the database", withCode("53100")],
  ["a full disk of this machine", withCode("ENOSPC")],
  ["too many connections", withCode("53300")],
  ["a database that starts", withCode("57P03")],
  ["a database that an administrator stops", withCode("57P01")],
  ["a transaction that was idle for too long", withCode("25P03")],
  ["a primary that has become a standby", withCode("25006")],
  ["a role that may not connect", withCode("28000")],
  ["a lock that others have", withCode("55P03")],
  ["a deadlock", withCode("40P01")],
  ["a conflict of transactions, or with a standby's recovery", withCode("40001")],
  ["a lost connection", new Error("Connection terminated unexpectedly")],
  ["a connection that was closed meanwhile", new Error("Client was closed and is not queryable")],
  ["an exhausted pool", new Error("timeout exceeded when trying to connect")],
  ["a storage that doesn't answer", new UnavailableError("No answer")],
  ["a statement that any of these ended", new DrizzleQueryError("select 1", [], withCode("57P01"))],
])("%s is a service that may be available later", (_, error) => {
  expect(temporaryErrorCode(error)).toBe("SERVICE_UNAVAILABLE");
});

test("a statement that took too long has a code of its own", () => {
  expect(temporaryErrorCode(new DrizzleQueryError("select 1", [], withCode("57014")))).toBe("TOO_SLOW");
});

test.each([
  ["a violated constraint", withCode("23505")],
  ["a table that doesn't exist", withCode("42P01")],
  ["a file that doesn't exist", withCode("ENOENT")],
  ["a bug", new TypeError("x is not a function")],
  ["what is no error", "ECONNREFUSED"],
])("%s is not", (_, error) => {
  expect(temporaryErrorCode(error)).toBeUndefined();
});
