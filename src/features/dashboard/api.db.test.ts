import { createRouterClient, implement } from "@orpc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { permissions } from "#app/access.ts";
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
  expect(figures).toMatchObject({ users: { now: 1 }, sessions: { now: 1 }, books: { now: 0 } });
  expect(figures.days.at(-1)).toBe(new Date().toISOString().slice(0, 10));
});

test("a role of Manager reads no figure of what it may not list", async () => {
  // As if "user" were a role that may enter Manager and read books and genres, as it may in App.
  const access = createAccess({ ...permissions, apps: { manager: ["user", "admin"] } });
  const context = { ...contextFor(database, await createCaller(database, "user")), access };
  const figures = await createRouterClient(router.dashboard, { context }).get();
  expect(figures).toMatchObject({ users: null, sessions: null, signIns: null, books: { now: 0 } });
  expect(figures.newBooks).toHaveLength(30);
  expect(figures.booksByGenre).not.toBeNull();
});
