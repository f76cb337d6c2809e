import { expect, test, vi } from "vitest";
import type { OperationContext } from "#rpc/context.ts";
import type { Database } from "#server/database/connect.ts";
import { createLog } from "#server/log.ts";
import { readFromReplica } from "./read-from-replica.server.ts";

const [primary, replica] = [{}, {}] as [Database, Database];

function reading(
  read: (context: OperationContext) => Promise<string>,
  found: Database | undefined = replica,
) {
  const log = createLog({ level: "silent" });
  const reads = { findReplica: () => found };
  return readFromReplica({ database: primary, reads, log, requestId: "test" } as never, read);
}

const nameOf = (database: Database) => (database === primary ? "primary" : "replica");

test("a read is answered by the replica, and without one isn't tried", async () => {
  expect(await reading(async ({ database }) => nameOf(database))).toBe("replica");
  const reads = { findReplica: () => undefined };
  expect(await readFromReplica({ database: primary, reads } as never, () => "read")).toBeUndefined();
});

test.each([
  ["a lost connection", new Error("Connection terminated unexpectedly")],
  ["a change that the replica had to replay", Object.assign(new Error(), { code: "40001" })],
  ["a write", Object.assign(new Error(), { code: "25006" })],
])("what a replica can't answer because of %s is left to the primary", async (_, error) => {
  const failed = new Error("Failed query", { cause: error });
  expect(await reading(() => Promise.reject(failed))).toBeUndefined();
});

test("any other error is the read's own, and is not tried again", async () => {
  const read = vi.fn(() => Promise.reject(new Error("No such record")));
  await expect(reading(read)).rejects.toThrow("No such record");
  expect(read).toHaveBeenCalledTimes(1);
});
