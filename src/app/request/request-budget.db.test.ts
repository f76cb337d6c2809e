import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertKey } from "#features/auth/keys/store.ts"; // optional: api-keys
import { session } from "#features/auth/table.ts";
import { activity } from "#server/activity/table.ts";
import { createRequestBudgets } from "#server/limits/request-budget.ts";
import type { Services } from "#server/services.ts";
import type { Caller } from "#rpc/context.ts";
import { createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { recordStatements } from "../../../testing/statements.ts";
import { apiHandlers } from "./api-handlers.server.ts";
import { createRequestContext } from "./create-request-context.server.ts";
import { rejectOverBudget } from "./request-budget.server.ts";
import { createServices, processContextOf, signInAs } from "./testing.ts";

/** A person's; a client has half. */
const perMinute = 4;

let database: TestDatabase;
let services: Services;
let budgets: ReturnType<typeof createRequestBudgets>;
let person: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  services = createServices(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  budgets = createRequestBudgets({ requestsPerMinute: perMinute });
  person = await createCaller(database, "user");
});

/** How many of six requests are allowed, before those that are denied. */
async function allowedOf(
  headers: Record<string, string>,
  o: { path?: string; clientAddress?: string; services?: Services } = {},
): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < 6; i++) {
    const request = new Request(`http://localhost:3000${o.path ?? "/api/auth/get-session"}`, { headers });
    const process = { ...processContextOf(o.services ?? services, o), budgets };
    const response = await rejectOverBudget(request, createRequestContext(request, process), budgets);
    if (!response) allowed += 1;
    else expect([response.status, await response.json()]).toMatchObject([429, { code: "TOO_MANY_REQUESTS" }]);
  }
  return allowed;
}

test("all sessions of a person share a budget, from whatever address, and others have theirs", async () => {
  const [one, other] = [await signInAs(services, person.user.id), await signInAs(services, person.user.id)];
  expect(await allowedOf(one)).toBe(perMinute);
  expect(await allowedOf(other, { clientAddress: "198.51.100.7" })).toBe(0);
  const stranger = await createCaller(database, "user");
  expect(await allowedOf(await signInAs(services, stranger.user.id))).toBe(perMinute);
});

test("without a session, or with a forged or ended one, the client's network has half of it", async () => {
  const ended = await signInAs(services, person.user.id);
  await database.sql.delete(session).where(eq(session.userId, person.user.id));
  const genuine = await signInAs(services, person.user.id);
  const address = (end: string) => ({ clientAddress: `2001:db8:0:1::${end}` });
  expect(await allowedOf({}, address("1"))).toBe(perMinute / 2);
  expect(await allowedOf({ cookie: `${genuine.cookie}x` }, address("2"))).toBe(0);
  expect(await allowedOf(ended, address("3"))).toBe(0);
  expect(await allowedOf(genuine, address("4"))).toBe(perMinute);
  expect(await allowedOf({}, { clientAddress: "2001:db8:0:2::1" })).toBe(perMinute / 2);
});

// optional: api-keys
test("all API keys of a person share a budget, which leaves their sessions able to revoke one; unknown keys count for the client", async () => {
  const path = "/api/rest/books";
  const own = { userId: person.user.id, sessionId: person.sessionId };
  const keys = [];
  for (const name of ["One", "Other"])
    keys.push(await insertKey(database.sql, { ...own, name, permissions: ["book:read"], days: 1 }));
  const [one, other] = keys.map((added) => ({ authorization: `Bearer ${added?.key}` }));
  expect(await allowedOf({ ...one }, { path })).toBe(perMinute);
  expect(await allowedOf({ ...other }, { path })).toBe(0);
  expect(await allowedOf(await signInAs(services, person.user.id))).toBe(perMinute);
  expect(await allowedOf({ authorization: "Bearer unknown" }, { path })).toBe(perMinute / 2);
});
// end: api-keys

// optional: impersonation
test("an impersonation counts for its administrator", async () => {
  const admin = await createCaller(database, "admin");
  expect(await allowedOf(await signInAs(services, admin.user.id))).toBe(perMinute);
  const impersonation = {
    impersonatedBy: admin.user.id,
    administratorSessionId: admin.sessionId,
    expiresAt: new Date(Date.now() + 1_800_000),
  };
  expect(await allowedOf(await signInAs(services, person.user.id, impersonation))).toBe(0);
  expect(await allowedOf(await signInAs(services, person.user.id))).toBe(perMinute);
});
// end: impersonation

// optional: demo
test("visitors of a demo, who share an account, count by their addresses", async () => {
  const { config } = services;
  const demo = { ...services, config: { ...config, auth: { ...config.auth, isDemo: true } } };
  const shared = await signInAs(services, person.user.id);
  for (const clientAddress of ["192.0.2.1", "192.0.2.2"])
    expect(await allowedOf(shared, { services: demo, clientAddress })).toBe(perMinute / 2);
});
// end: demo

test("of a person's denied requests the first of a minute is recorded", async () => {
  await allowedOf(await signInAs(services, person.user.id), { path: "/api/rpc/books/list" });
  const entries = await database.sql.select().from(activity).where(eq(activity.actorId, person.user.id));
  expect(entries).toMatchObject([
    { action: "rateLimitExceeded", after: { operation: "/api/rpc/books/list", reason: "TOO_MANY_REQUESTS" } },
  ]);
});

test("the session is looked up in one statement, with the request's answer, and without a cookie in none", async () => {
  const statements = recordStatements(database);
  const getSession = (headers: Record<string, string>) => async () => {
    const request = new Request("http://localhost:3000/api/auth/get-session", { headers });
    const context = createRequestContext(request, processContextOf(services));
    await rejectOverBudget(request, context, budgets);
    await apiHandlers.auth({ request, context });
  };
  expect(await statements.during(getSession(await signInAs(services, person.user.id)))).toHaveLength(1);
  expect(await statements.during(getSession({}))).toEqual([]);
});
