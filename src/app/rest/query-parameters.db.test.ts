import { isContractProcedure, type AnyContractProcedure } from "@orpc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { user } from "#features/users/table.ts";
import type { Caller } from "#rpc/context.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { contextFor, createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { contract } from "../request/api.server.ts";
import { handleOpenApi } from "./openapi.server.ts";
import { callRest } from "./handle-rest.server.ts";

let database: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await createCaller(database, "admin");
  await database.sql.insert(user).values(
    ["A", "B", "C"].map((name) => ({
      name: `Test ${name}`,
      email: `test-${name.toLowerCase()}@example.com`,
    })),
  );
});
afterAll(() => database.drop());

async function get(path: string) {
  const request = new Request(`http://localhost/api/rest${path}`);
  const response = await callRest(request, contextFor(database, admin));
  return { status: response.status, body: (await response.json()) as unknown };
}

function proceduresOf(part: object): AnyContractProcedure[] {
  return isContractProcedure(part)
    ? [part]
    : Object.values(part).flatMap((inner) => proceduresOf(inner as object));
}

const reads = proceduresOf(contract).filter((procedure) => procedure["~orpc"].route.method === "GET");

test.each(reads.map((procedure) => ({ path: procedure["~orpc"].route.path ?? "", procedure })))(
  "GET $path rejects parameters that it doesn't have, and names them",
  async ({ path, procedure }) => {
    // Only an object's names are known.
    expect(procedure["~orpc"].inputSchema ?? z.object({})).toBeInstanceOf(z.ZodObject);
    const url = path.replaceAll(/\{\w+\}/g, "4b1b9f0e-5f0c-4a53-8b8e-0d6c3a0f7a11");
    expect(await get(`${url}?unknown=1&sortBy%5Bx%5D=title`)).toMatchObject({
      status: 400,
      body: {
        code: "BAD_REQUEST",
        data: {
          issues: [
            { field: "unknown", code: "UNKNOWN" },
            { field: "sortBy", code: "UNKNOWN" },
          ],
        },
      },
    });
  },
);

describe("a list over REST", () => {
  test("has as many records as the client asks for, and a cursor for the next", async () => {
    const first = await get("/users?searchTerm=test&limit=2");
    expect(first).toMatchObject({
      status: 200,
      body: { items: [{ name: "Test A" }, { name: "Test B" }], total: { count: 3, isExact: true } },
    });
    const { next } = first.body as { next: string };
    const second = await get(`/users?searchTerm=test&limit=100&${new URLSearchParams({ after: next })}`);
    expect(second).toMatchObject({ status: 200, body: { items: [{ name: "Test C" }], next: null } });
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=1.5", "limit"],
    ["limit=1e1", "limit"],
    ["limit=", "limit"],
    ["limit=many", "limit"],
    ["sort=name&sort=email", "sort"],
    ["sort=token", "sort"],
    ["direction=down", "direction"],
    ["role=owner", "role"],
    [`after=${"A".repeat(4_001)}`, "after"],
  ])("rejects %s and names the parameter", async (query, field) => {
    expect(await get(`/users?${query}`)).toMatchObject({
      status: 400,
      body: { code: "BAD_REQUEST", data: { issues: [{ field }] } },
    });
  });

  test("rejects a cursor of another list and names the parameter", async () => {
    const after = Buffer.from('["other","title","A","4b1b9f0e-5f0c-4a53-8b8e-0d6c3a0f7a11"]').toString(
      "base64url",
    );
    expect(await get(`/users?after=${after}`)).toMatchObject({
      status: 400,
      body: { code: "BAD_CURSOR", data: { fields: ["after"] } },
    });
  });

  test("is described with its limits", async () => {
    const services = { config: { baseUrl: new URL("http://localhost") } };
    const response = await handleOpenApi({
      request: new Request("http://localhost/api/openapi.json"),
      context: { services } as unknown as RequestContext,
    });
    const { paths } = (await response.json()) as {
      paths: Record<string, { get: { parameters: { name: string; required: boolean; schema: unknown }[] } }>;
    };
    expect(paths["/users"]?.get.parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: "limit",
          in: "query",
          schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
        }),
      ]),
    );
  });
});
