import { request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openSocket, send, startServer, type TestServer, waitFor } from "./testing.ts";

const attackers = ["127.0.9.1", "127.0.9.2", "127.0.9.3"];
const never = () => new Promise<Response>(() => {});

/** Sends requests of a client at once, each on a connection of its own. @returns what ends them */
function flood(
  server: TestServer,
  { path, count, client = "127.0.9.1" }: { path: string; count: number; client?: string },
): () => void {
  const requests = Array.from({ length: count }, () => {
    const sent = request({
      host: "127.0.0.1",
      port: server.port,
      path,
      localAddress: client,
      agent: false,
      headers: { host: new URL(server.url).host },
    });
    sent.on("error", () => {});
    sent.on("response", (response) => response.resume());
    return sent.end();
  });
  const stop = () => requests.forEach((sent) => sent.destroy());
  onTestFinished(stop);
  return stop;
}

test("while one client has 200 requests that compute, another client's is handled after a few of them", async () => {
  let handled = 0;
  const server = await startServer(({ url }) => {
    const until = performance.now() + 2;
    while (performance.now() < until);
    return new Response(String(new URL(url).pathname === "/other" ? handled : (handled += 1)));
  });
  flood(server, { path: "/", count: 200 });
  await waitFor(() => handled > 0);
  expect(Number((await send(server, "/other")).text)).toBeLessThan(100);
  await waitFor(() => handled === 200);
});

test("requests that wait, of clients that take all slots, delay others by a moment", async () => {
  let waiting = 0;
  const server = await startServer(
    async ({ url }) => (url.endsWith("/wait") && (waiting += 1) ? await never() : new Response("hello")),
    { limits: { maxSlotMs: 20, handlerTimeoutMs: 60_000 } },
  );
  for (const client of attackers) flood(server, { path: "/wait", count: 10, client });
  await waitFor(() => waiting >= 12);
  expect((await send(server, "/")).text).toBe("hello");
  // Each got a turn, and none keeps it.
  await waitFor(() => waiting === 30);
});

test.each([
  ["a body that it receives itself", "/upload"],
  ["another service", "/provider"],
  ["a client that doesn't read the response", "/download"],
  ["the next event of a stream", "/events"],
  ["a client that doesn't end a rejected body", "/rejected"],
])("a handler that waits for %s takes no slot meanwhile", async (_, path) => {
  let waiting = 0;
  const server = await startServer(
    async (incoming, info) => {
      const { pathname } = new URL(incoming.url);
      if (pathname === "/") return new Response("hello");
      waiting += 1;
      if (pathname === "/rejected") return new Response("No", { status: 403 });
      if (pathname === "/upload") await incoming.arrayBuffer().catch(() => undefined);
      if (pathname === "/provider") info.leaveSlot();
      if (pathname === "/download") {
        const part = new Uint8Array(1_000_000);
        const stream = new ReadableStream({ pull: (controller) => controller.enqueue(part) });
        return new Response(stream, { headers: { "content-type": "application/octet-stream" } });
      }
      if (pathname !== "/events") return await never();
      return new Response(new ReadableStream(), { headers: { "content-type": "text/event-stream" } });
    },
    {
      bodyRules: [{ path: /^\/(upload|rejected)$/, contentTypes: ["text/csv"], isStreamed: true }],
      limits: {
        maxHandlers: 2,
        maxSlotMs: 60_000,
        handlerTimeoutMs: 60_000,
        requestTimeoutMs: 60_000,
        bodyTimeoutMs: 60_000,
        lingerTimeoutMs: path === "/rejected" ? 60_000 : 20,
      },
    },
  );
  const hasBody = path === "/upload" || path === "/rejected";
  for (let index = 0; index < 2; index += 1) {
    const client = await openSocket(server);
    if (path === "/download") client.socket.pause();
    const lines = [
      `${hasBody ? "POST" : "GET"} ${path} HTTP/1.1`,
      `Host: ${new URL(server.url).host}`,
      ...(hasBody
        ? [`Origin: ${server.url}`, "Content-Type: text/csv", "Content-Length: 100", "", "a,b"]
        : ["", ""]),
    ];
    client.write(lines.join("\r\n"));
  }
  await waitFor(() => waiting === 2);
  expect((await send(server, "/")).text).toBe("hello");
});

test("the parts of long responses take turns, too", async () => {
  let produced = 0;
  const part = Buffer.from("a row\n");
  const compute = (controller: ReadableStreamDefaultController) => {
    const until = performance.now() + 1;
    while (performance.now() < until);
    produced += 1;
    controller.enqueue(part);
  };
  const server = await startServer(({ url }) => {
    if (!url.endsWith("/export")) return new Response(String(produced));
    const stream = new ReadableStream({ pull: compute }, { highWaterMark: 0 });
    return new Response(stream, { headers: { "content-type": "text/csv; charset=utf-8" } });
  });
  flood(server, { path: "/export", count: 10 });
  await waitFor(() => produced > 0);
  const before = produced;
  expect(Number((await send(server, "/other")).text) - before).toBeLessThan(150);
});

test("a request whose client leaves while it waits for its turn is never handled", async () => {
  const handled: string[] = [];
  let finish = () => {};
  const server = await startServer(
    async ({ url }) => {
      handled.push(new URL(url).pathname);
      if (url.endsWith("/first")) await new Promise<void>((resolve) => (finish = resolve));
      return new Response("hello");
    },
    { limits: { maxHandlers: 1, maxSlotMs: 60_000 } },
  );
  flood(server, { path: "/first", count: 1 });
  await waitFor(() => handled.length === 1);
  const client = await openSocket(server);
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`;
  client.write(get("/up") + get("/leaves").repeat(3));
  await client.until(/ok/);
  client.socket.destroy();
  await waitFor(() => server.logged.filter(({ path }) => path === "/leaves").length === 3);
  finish();
  expect((await send(server, "/last")).status).toBe(200);
  expect(handled).toEqual(["/first", "/last"]);
});

test("requests that wait for their turn are handled before the server closes", async () => {
  let finish = () => {};
  let handled = 0;
  const server = await startServer(
    async () => {
      handled += 1;
      if (handled === 1) await new Promise<void>((resolve) => (finish = resolve));
      return new Response("hello");
    },
    { limits: { maxHandlers: 1, maxSlotMs: 60_000 } },
  );
  const responses = Array.from({ length: 5 }, () => send(server, "/"));
  await waitFor(() => handled === 1);
  await expect.poll(async () => (await send(server, "/up")).status).toBe(200);
  const closed = server.close();
  finish();
  for (const response of await Promise.all(responses)) expect(response.text).toBe("hello");
  await closed;
});

test("a request that waits too long for its turn is a 503 that says when to try again", async () => {
  const server = await startServer(never, {
    limits: { maxHandlers: 1, maxSlotMs: 60_000, handlerTimeoutMs: 50 },
  });
  flood(server, { path: "/", count: 1 });
  const { status, headers } = await send(server, "/", { localAddress: "127.0.9.2" });
  expect(status).toBe(503);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});

test("health checks and files don't wait for a turn", async () => {
  let handled = 0;
  const server = await startServer(async () => await ((handled += 1), never()), {
    limits: { maxHandlers: 1, maxSlotMs: 60_000 },
    fileHandlers: [{ pathPrefix: "/stored/", fetch: () => Promise.resolve(new Response("a file")) }],
  });
  flood(server, { path: "/", count: 2 });
  await waitFor(() => handled === 1);
  for (const path of ["/up", "/ready", "/stored/a"]) expect((await send(server, path)).status).toBe(200);
});
