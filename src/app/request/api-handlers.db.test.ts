import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#rpc/context.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { contextFor, createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { handleRpc } from "./api-handlers.server.ts";

let database: TestDatabase;
let admin: Caller;
let logged: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await createCaller(database, "admin");
});
afterAll(() => database.drop());
beforeEach(() => {
  logged = [];
});

async function post(path: string, body: string, caller: Caller | null = admin) {
  const request = new Request(`http://localhost${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const log = pino({ base: undefined }, { write: (line) => void logged.push(line) });
  const operationContext = async () => ({ ...contextFor(database, caller), log });
  const services = { files: { buildId: "build-1" } };
  const context = { operationContext, services } as unknown as RequestContext;
  const response = await handleRpc({ request, context });
  return { status: response.status, body: (await response.json()) as unknown, headers: response.headers };
}

const malformedBodies = ["text", " ", "{", '{"name":', "\0", "[".repeat(10_000)];

test.each([
  ...malformedBodies,
  "null",
  "1",
  '{"json":{},"meta":[null]}',
  '{"json":{},"meta":1}',
  '{"json":{},"meta":[[1,"a","b"]]}',
  '{"json":{"a":"x"},"meta":[[5,"a"]]}',
  '{"json":{"a":"("},"meta":[[2,"a"]]}',
  '{"json":{},"meta":[[1,"__proto__","x"]]}',
])("RPC rejects the body %j and logs nothing", async (body) => {
  const response = await post("/api/rpc/users/create", body);
  expect(response).toMatchObject({ status: 400, body: { json: { code: "BAD_REQUEST", status: 400 } } });
  expect(logged).toEqual([]);
});

test("a body is parsed only for who may call the operation", async () => {
  const user = await createCaller(database, "user");
  for (const body of malformedBodies) {
    expect((await post("/api/rpc/users/create", body, null)).status).toBe(401);
    expect((await post("/api/rpc/users/create", body, user)).status).toBe(403);
  }
});

test("RPC tells the browser which build responds, also with an error", async () => {
  const list = await post("/api/rpc/users/list", '{"json":{}}');
  const unknown = await post("/api/rpc/users/create", "{");
  expect([list.status, list.headers.get("x-build")]).toEqual([200, "build-1"]);
  expect([unknown.status, unknown.headers.get("x-build")]).toEqual([400, "build-1"]);
});

test("an input is rejected with the names of its invalid fields", async () => {
  const body = JSON.stringify({ json: { name: "A\0", email: { constructor: 1 } } });
  const issues = [
    { field: "name", code: "INVALID" },
    { field: "email", code: "INVALID" },
    { field: "roles", code: "REQUIRED" },
  ];
  expect(await post("/api/rpc/users/create", body)).toMatchObject({
    status: 400,
    body: { json: { code: "BAD_REQUEST", data: { issues } } },
  });
});

test("of hundreds of invalid values, one hundred are named", async () => {
  const json = { items: Array.from({ length: 900 }, () => 1) };
  const { status, body } = await post("/api/rpc/users/deleteMany", JSON.stringify({ json }));
  expect(status).toBe(400);
  expect((body as { json: { data: { issues: unknown[] } } }).json.data.issues).toHaveLength(100);
});

test.each([2 ** 31, 2 ** 53, 1e300])(
  "the version %d, which no record can have, is rejected",
  async (version) => {
    const input = { items: [{ id: admin.user.id, version }] };
    const issue = { field: "items.0.version", code: "TOO_LARGE", limit: 2 ** 31 - 1 };
    expect(await post("/api/rpc/users/deleteMany", JSON.stringify({ json: input }))).toMatchObject({
      status: 400,
      body: {
        json: { code: "BAD_REQUEST", data: { issues: expect.arrayContaining([issue]) as unknown } },
      },
    });
    expect(logged).toEqual([]);
  },
);
