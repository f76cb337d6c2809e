import { isContractProcedure } from "@orpc/contract";
import { createRouterClient } from "@orpc/server";
import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OperationMeta } from "#rpc/operation.ts";
import { activity } from "#server/activity/table.ts";
import type { Caller } from "#rpc/context.ts";
import { contextFor, createCaller, outcomeOf } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { writes } from "../../../testing/writes.ts";
import { api, contract } from "./api.server.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Actions on resources that change nothing. `manager` is entering it. */
const readActions = ["read", "list", "get", "manager"];

/** Names of the operations whose permission lets their callers change something. */
function writesOf(part: object, path: string[] = []): string[] {
  if (!isContractProcedure(part))
    return Object.entries(part).flatMap(([name, inner]) => writesOf(inner as object, [...path, name]));
  const { permission } = part["~orpc"].meta as OperationMeta;
  if (permission === "public") return [];
  const actions = Object.values(permission).flat();
  return actions.every((action) => readActions.includes(action)) ? [] : [path.join(".")];
}

/** A user's own account: what of it is recorded is tested in features/auth. */
const own = /^auth\.(?!revoke(User|SessionsOf))/;

test("every write is in the list of the tests below", () => {
  const missing = writesOf(contract).filter((name) => !own.test(name) && !(name in writes));
  expect(missing).toEqual([]);
});

/** Calls an operation by its name. */
async function call(name: string, caller: Caller, input: unknown): Promise<unknown> {
  const client: unknown = createRouterClient(api, { context: contextFor(database, caller) });
  const operation = name
    .split(".")
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], client);
  return await (operation as (input: unknown) => Promise<unknown>)(input);
}

describe.each(Object.entries(writes))("%s", (name, prepare) => {
  test("leaves an activity entry, which names the caller", async () => {
    const caller = await createCaller(database, "admin");
    const { input, entry } = await prepare(database, caller);
    await call(name, caller, input);
    const [newest] = await database.sql.select().from(activity).orderBy(desc(activity.id)).limit(1);
    expect(newest).toMatchObject({ ...entry, actorId: caller.user.id });
  });

  test("changes nothing if its caller's session has ended since the request began", async () => {
    const caller = await createCaller(database, "admin");
    const { input } = await prepare(database, caller);
    const before = await database.sql.$count(activity);
    await database.pool.query("delete from session where id = $1", [caller.sessionId]);
    expect(await outcomeOf(call(name, caller, input))).toBe("UNAUTHORIZED");
    expect(await database.sql.$count(activity)).toBe(before);
  });
});
