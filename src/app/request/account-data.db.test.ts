import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestAccounts, type TestAccounts } from "#features/auth/account/testing.ts";
import type { Caller } from "#rpc/context.ts";
import { contextFor } from "../../../testing/context.ts";
import { handleAccountData } from "./account-data.server.ts";

let env: TestAccounts;

beforeAll(async () => void (env = await createTestAccounts()));
afterAll(() => env.database.drop());

async function get(caller: Caller | null, headers: Record<string, string> = {}) {
  const request = new Request("http://localhost:3000/api/account/data", { headers });
  const operationContext = () => Promise.resolve(contextFor(env.database, caller));
  return await handleAccountData({ request, context: { operationContext } });
}

test("a user's data is a file that the browser saves", async () => {
  const { caller } = await env.addUser();
  const response = await get(caller);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; /);
  expect(await response.json()).toMatchObject({ version: 5, profile: { id: caller.user.id } });
});

test("it needs a session, and a confirmation, to which a browser is led", async () => {
  expect((await get(null)).status).toBe(401);
  const { caller } = await env.addUser();
  const unconfirmed = { ...caller, isConfirmed: false };
  const rejected = await get(unconfirmed);
  expect([rejected.status, await rejected.json()]).toMatchObject([403, { code: "CONFIRMATION_REQUIRED" }]);
  const led = await get(unconfirmed, {
    "sec-fetch-mode": "navigate",
    referer: "http://localhost:3000/app/account",
  });
  expect([led.status, led.headers.get("location")]).toEqual([
    303,
    "/login/confirm?redirect=%2Fapp%2Faccount",
  ]);
});
