import { createRouterClient, implement } from "@orpc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { permissions } from "#app/access/access.ts";
import type { Caller, OperationContext } from "#rpc/context.ts";
import { enforcePermission } from "#rpc/enforce-permission.server.ts";
import { createAccess } from "#rpc/permissions.ts";
import { contextFor, createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { dashboardApi } from "./api.ts";
import { dashboardContract } from "./contract.ts";
import { dashboardSchema } from "./schema.ts";

let database: TestDatabase;
let ada: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  ada = await createCaller(database, "admin");
});
afterAll(() => database.drop());

const router = implement({ dashboard: dashboardContract })
  .$context<OperationContext>()
  .use(enforcePermission)
  .router({ dashboard: dashboardApi });

test("an administrator reads all figures of 30 days", async () => {
  const context = contextFor(database, ada);
  const figures = await createRouterClient(router.dashboard, { context }).get();
  expect(dashboardSchema.parse(figures)).toEqual(figures);
  expect(figures).toMatchObject({ totals: { users: { now: 1 }, sessions: { now: 1 } } });
  const today = new Date().toISOString().slice(0, 10);
  expect(figures.days.at(-1)).toBe(today);
  // No one has signed in.
  expect(figures.began).toEqual({ users: today, sessions: today });
});

test("a role of Manager reads no figure of what it may not list", async () => {
  const caller = await createCaller(database, "user");
  /** As if "user" were a role that may enter Manager, and do more. */
  const readWith = async (more: Parameters<typeof createAccess>[0]) => {
    const access = createAccess({ ...permissions, apps: { manager: ["user", "admin"] }, ...more })([]);
    return await createRouterClient(router.dashboard, {
      context: { ...contextFor(database, caller), access },
    }).get();
  };
  const { totals, daily, began } = await readWith({});
  expect([totals.users, totals.sessions, daily.signIns]).toEqual([undefined, undefined, undefined]);
  expect(began).toEqual({});
  const more = await readWith({
    session: { list: ["user"] },
    activity: { read: ["user"] }, // optional: activity
  });
  expect(more.totals.users).toBeUndefined();
  expect(more.daily.signIns).toHaveLength(30);
});
