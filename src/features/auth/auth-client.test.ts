import { afterEach, expect, test, vi } from "vitest";
import { callAuth } from "./auth-client.ts";

afterEach(() => vi.unstubAllGlobals());

function answering(body: unknown, status = 200) {
  const fetch = vi.fn(() => Promise.resolve(Response.json(body, { status })));
  const assign = vi.fn();
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("location", { assign });
  return { fetch, assign };
}

test("a call is a GET without a body, and a POST with one, with credentials", async () => {
  const { fetch } = answering({});
  await callAuth("/get-session");
  await callAuth("/sign-out", {});
  expect(fetch.mock.calls).toMatchObject([
    ["/api/auth/get-session", { credentials: "include" }],
    ["/api/auth/sign-out", { method: "POST", body: "{}", credentials: "include" }],
  ]);
  expect(fetch.mock.calls[0]).not.toMatchObject([expect.anything(), { method: expect.anything() }]);
});

test.each([
  [{ url: "https://provider.example", redirect: true }, 200, ["https://provider.example"]],
  [{ url: "https://provider.example", redirect: false }, 200, []],
  [{ redirect: true }, 200, []],
  [null, 200, []],
  [{ url: "https://provider.example", redirect: true, code: "UNKNOWN_ERROR" }, 400, []],
])("the response %j with status %i leads to %j", async (body, status, expected) => {
  const { assign } = answering(body, status);
  await callAuth("/sign-in/social", {}).catch(() => undefined);
  expect(assign.mock.calls.flat()).toEqual(expected);
});
