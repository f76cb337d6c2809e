import { createRouterClient, implement } from "@orpc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { activityApi } from "#features/activity/api.ts";
import { activityContract } from "#features/activity/contract.ts";
import { booksApi } from "#features/books/api.ts";
import { booksContract } from "#features/books/contract.ts";
import { dashboardApi } from "#features/dashboard/api.ts";
import { dashboardContract } from "#features/dashboard/contract.ts";
import type { OperationContext } from "#rpc/context.ts";
import { enforcePermission } from "#rpc/enforce-permission.server.ts";
import { contextFor, createCaller } from "../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { recordStatements } from "../../testing/statements.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("the operations of the dashboard's page take five statements", async () => {
  const router = implement({ dashboard: dashboardContract, books: booksContract, activity: activityContract })
    .$context<OperationContext>()
    .use(enforcePermission)
    .router({ dashboard: dashboardApi, books: booksApi, activity: activityApi });
  const context = contextFor(database, await createCaller(database, "admin"));
  const client = createRouterClient(router, { context });
  const statements = await recordStatements(database).during(async () => {
    await client.dashboard.get();
    await client.books.latest();
    await client.activity.list({});
  });
  expect(statements).toHaveLength(5);
});
