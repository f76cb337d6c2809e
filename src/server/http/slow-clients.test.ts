import { expect, test } from "vitest";
import { openSocket, send, sendJson, startServer, type TestServer } from "./testing.ts";

/** The beginning of a request whose body never arrives completely. */
function beginPost(server: TestServer, path = "/", length = 60, forwardedFor?: string): string {
  return [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(server.url).host}`,
    `Origin: ${server.url}`,
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    ...(forwardedFor ? [`X-Forwarded-For: ${forwardedFor}`] : []),
    "",
    "{",
  ].join("\r\n");
}

const never = () => new Promise<Response>(() => {});

test("a handler is called once the whole body has arrived", async () => {
  const bodies: string[] = [];
  const server = await startServer(async (request) => {
    bodies.push(await request.text());
    return new Response("hello");
  });
  const slow = await openSocket(server);
  slow.write(beginPost(server, "/", 5));
  await sendJson(server, "/", "other");
  expect(bodies).toEqual(['"other"']);
  slow.write("abcd");
  await slow.until(/hello/);
  expect(bodies).toEqual(['"other"', "{abcd"]);
});

test("a body that arrives a byte at a time is a 408, however often a byte arrives", async () => {
  const server = await startServer(undefined, { limits: { bodyTimeoutMs: 60, lingerTimeoutMs: 20 } });
  const slow = await openSocket(server);
  slow.write(beginPost(server, "/", 10_000));
  const timer = setInterval(() => slow.write("x"), 5);
  expect(await slow.ended()).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(timer);
});

test("a large body has more time than a small one", async () => {
  const server = await startServer(async (request) => new Response(String((await request.text()).length)), {
    limits: { bodyTimeoutMs: 60, minBytesPerSecond: 1_000, lingerTimeoutMs: 20 },
  });
  const large = await openSocket(server);
  large.write(beginPost(server, "/", 10_001) + "x".repeat(9_999));
  const small = await openSocket(server);
  small.write(beginPost(server));
  expect(await small.ended()).toMatch(/^HTTP\/1\.1 408 /);
  large.write("x");
  expect(await large.until(/10001/)).toMatch(/^HTTP\/1\.1 200 /);
});

test("a client's unfinished requests are limited; another client is served, and files and health checks are", async () => {
  const server = await startServer(({ url }) => (url.endsWith("/never") ? never() : new Response("hello")), {
    limits: { maxRequestsPerClient: 3 },
  });
  const [idle, waiting, pipelined] = [
    await openSocket(server),
    await openSocket(server),
    await openSocket(server),
  ];
  idle.write(beginPost(server));
  const request = `GET /never HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`;
  waiting.write(request);
  pipelined.write(request.repeat(2));
  await expect.poll(async () => (await send(server, "/")).status).toBe(429);
  expect((await send(server, "/")).headers["retry-after"]).toBe("1");
  expect((await send(server, "/up")).status).toBe(200);
  expect((await send(server, "/", { localAddress: "127.0.7.1" })).status).toBe(200);
  for (const { socket } of [idle, waiting, pipelined]) socket.destroy();
  await expect.poll(async () => (await send(server, "/")).status).toBe(200);
});

test("behind a trusted proxy, the forwarded clients' requests are limited, IPv6 by /64", async () => {
  const server = await startServer(undefined, {
    config: { trustedProxies: ["127.0.0.1"] },
    limits: { maxRequestsPerClient: 2, maxConnectionsPerClient: 1 },
  });
  const statusOf = async (address: string) =>
    (await send(server, "/", { headers: { "x-forwarded-for": address } })).status;
  for (const address of ["2001:db8::1", "2001:db8::2"]) {
    (await openSocket(server)).write(beginPost(server, "/", 60, address));
  }
  await expect.poll(() => statusOf("2001:db8::3")).toBe(429);
  expect(await statusOf("2001:db8:0:1::3")).toBe(200);
  expect(await statusOf("192.0.2.1")).toBe(200);
});

test("when all requests are taken, the client with the most loses its oldest", async () => {
  const server = await startServer(undefined, {
    limits: { maxRequests: 2, lingerTimeoutMs: 20 },
  });
  const oldest = await openSocket(server);
  oldest.write(beginPost(server));
  // It is the only request, so another one finds a place.
  await expect.poll(async () => (await send(server, "/")).status).toBe(200);
  (await openSocket(server)).write(beginPost(server));
  await expect.poll(async () => (await send(server, "/")).status).toBe(429);
  expect((await send(server, "/", { localAddress: "127.0.7.1" })).status).toBe(200);
  expect(await oldest.ended()).toMatch(/^HTTP\/1\.1 429 /);
});

test("event streams don't count as unfinished requests", async () => {
  const server = await startServer(
    ({ url }) =>
      url.endsWith("/events")
        ? new Response(new ReadableStream(), { headers: { "content-type": "text/event-stream" } })
        : new Response("hello"),
    { limits: { maxRequestsPerClient: 1 } },
  );
  const events = await openSocket(server);
  events.write(`GET /events HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`);
  await events.until(/event-stream/);
  expect((await send(server, "/")).status).toBe(200);
});

test("a client's large bodies are limited, and its small ones still arrive", async () => {
  const server = await startServer(async (request) => new Response(await request.text()), {
    limits: { maxLargeBodiesPerClient: 1, largeBodyBytes: 100, lingerTimeoutMs: 20 },
  });
  const large = await openSocket(server);
  large.write(beginPost(server, "/", 1_000) + "x".repeat(200));
  await expect.poll(async () => (await sendJson(server, "/", "x".repeat(200))).status).toBe(429);
  expect((await sendJson(server, "/", "x")).status).toBe(200);
  large.write("x".repeat(799));
  await large.until(/^HTTP\/1\.1 200 /);
  await expect.poll(async () => (await sendJson(server, "/", "x".repeat(200))).status).toBe(200);
});

test("a client's connections are limited; a new client replaces one of the client with the most", async () => {
  const server = await startServer(undefined, { limits: { maxConnections: 3, maxConnectionsPerClient: 3 } });
  const [first, second, third] = [
    await openSocket(server),
    await openSocket(server),
    await openSocket(server),
  ];
  await expect(send(server, "/")).rejects.toThrow();
  expect((await send(server, "/", { localAddress: "127.0.7.1" })).status).toBe(200);
  await first.ended();
  for (const { socket } of [second, third]) expect(socket.readyState).toBe("open");
});
