import { expect, test, vi } from "vitest";
import type { SharedPage } from "./page-cache.ts";
import { send, startServer, type TestResponse, type TestServer, waitFor } from "./testing.ts";

const html = { "content-type": "text/html; charset=utf-8" };

/** A server whose pages all requests share that have no cookie. */
async function startCaching(respond: (request: Request, count: number) => Response) {
  const requests: Request[] = [];
  const server = await startServer(
    (request) => {
      requests.push(request);
      return respond(request, requests.length);
    },
    {
      sharedPage: ({ url, headers }): SharedPage | undefined =>
        headers.cookie === undefined
          ? { path: url.pathname, headers: { accept: "text/html" }, values: {} }
          : undefined,
    },
  );
  return { server, requests };
}

/** Requests the page until the cache has it. */
async function sendCached(server: TestServer, requests: Request[]): Promise<TestResponse> {
  return await vi.waitFor(async () => {
    const count = requests.length;
    const response = await send(server, "/");
    expect(requests).toHaveLength(count);
    return response;
  });
}

test("a page is rendered for the cache from a request without anything of the visitor's", async () => {
  const { server, requests } = await startCaching(
    (_, count) => new Response(`Page ${count}`, { headers: html }),
  );
  const visitor = { "user-agent": "Ada's browser", "x-forwarded-for": "192.0.2.1", "x-name": "Ada" };
  expect((await send(server, "/", { headers: visitor })).text).toBe("Page 1");
  await waitFor(() => requests.length === 2);
  expect(Object.fromEntries(requests[1]?.headers ?? [])).toEqual({
    accept: "text/html",
    host: new URL(server.url).host,
  });
  const [first, second] = [await sendCached(server, requests), await sendCached(server, requests)];
  expect(first.text).toMatch(/^Page \d$/);
  expect(second.text).toBe(first.text);
  expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
});

test.each([
  ["sets a cookie", { headers: { ...html, "set-cookie": "a=b" } }],
  ["is an error", { status: 500, headers: html }],
  ["is a redirect", { status: 307, headers: { location: "/" } }],
])("a response that %s is not cached", async (_, init) => {
  const { server, requests } = await startCaching((_, count) => new Response(`Page ${count}`, init));
  await send(server, "/");
  await waitFor(() => requests.length === 2);
  for (let number = 0; number < 3; number += 1) {
    const count = requests.length;
    await send(server, "/");
    expect(requests.length).toBeGreaterThan(count);
  }
});

test("HEAD is answered by the handler", async () => {
  const { server, requests } = await startCaching(() => new Response("Page", { headers: html }));
  await sendCached(server, requests);
  const count = requests.length;
  expect((await send(server, "/", { method: "HEAD" })).status).toBe(200);
  expect(requests).toHaveLength(count + 1);
});
