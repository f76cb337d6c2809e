import { expect, test, vi } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { createLog } from "#server/log.ts";
import { readFromReplica } from "./read-from-replica.server.ts";

const [primary, replica] = [{}, {}] as [Database, Database];

function reading(read: (database: Database) => Promise<string>, found: Database | undefined = replica) {
  const log = createLog({ level: "silent", pretty: false });
  return readFromReplica({ database: primary, findReplica: () => found, log, requestId: "test" }, read);
}

const nameOf = (database: Database) => (database === primary ? "primary" : "replica");

test("a read is answered by the replica, or without one by the primary", async () => {
  expect(await reading(async (database) => nameOf(database))).toBe("replica");
  const read = async (database: Database) => nameOf(database);
  const log = createLog({ level: "silent", pretty: false });
  const without = { database: primary, findReplica: () => undefined, log, requestId: "test" };
  expect(await readFromReplica(without, read)).toBe("primary");
});

test.each([
  ["a lost connection", new Error("Connection terminated unexpectedly")],
  ["a change that the replica had to replay", Object.assign(new Error(), { code: "40001" })],
  ["a write", Object.assign(new Error(), { code: "25006" })],
])("what a replica can't answer because of %s is read from the primary", async (_, error) => {
  const failed = new Error("Failed query", { cause: error });
  const read = async (database: Database) =>
    database === replica ? Promise.reject(failed) : nameOf(database);
  expect(await reading(read)).toBe("primary");
});

test("any other error is the read's own, and is not tried again", async () => {
  const read = vi.fn(() => Promise.reject(new Error("No such record")));
  await expect(reading(read)).rejects.toThrow("No such record");
  expect(read).toHaveBeenCalledTimes(1);
});
