import { connect, createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  waitFor,
  openSocket,
  send,
  sendJson,
  startServer,
  type TestResponse,
  type TestServer,
} from "./testing.ts";
import { StartError } from "#server/start-error.ts";

const host = (server: TestServer) => `Host: ${new URL(server.url).host}`;
const never = () => new Promise<Response>(() => {});

test("with PORT=0, the URL and the requests have the actual port", async () => {
  const server = await startServer((request) => new Response(request.url));
  expect(server.port).toBeGreaterThan(0);
  expect(server.url).toBe(`http://localhost:${server.port}`);
  expect((await send(server, "/a?b=c")).text).toBe(`${server.url}/a?b=c`);
  expect(await (await fetch(server.url)).text()).toBe(`${server.url}/`);
});

test("requests have BASE_URL's origin, whatever Host and forwarding headers say", async () => {
  const server = await startServer(
    ({ url, headers }) => Response.json({ url, headers: Object.fromEntries(headers) }),
    { config: { baseUrl: new URL("https://books.example") } },
  );
  const { text } = await send(server, "/app?x=1", {
    headers: {
      host: "evil.example",
      forwarded: "host=evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
      "x-forwarded-for": "198.51.100.7",
      "x-real-ip": "198.51.100.7",
      "x-internal-client-address": "198.51.100.7",
      "x-request-id": "forged-by-someone",
      "accept-language": "fr",
      cookie: "a=1",
    },
  });
  expect(JSON.parse(text)).toEqual({
    url: "https://books.example/app?x=1",
    headers: { host: "books.example", connection: "close", "accept-language": "fr", cookie: "a=1" },
  });
});

describe("with further hosts", () => {
  const hosts = ["https://books.example", "https://second.example:8443", "http://third.example"];
  const start = () =>
    startServer(({ url, headers }) => Response.json([new URL(url).origin, headers.get("host")]), {
      config: { baseUrl: new URL("https://books.example"), hosts: hosts.map((host) => new URL(host)) },
    });
  const isHttps = ({ headers }: TestResponse) => headers["strict-transport-security"] !== undefined;

  test.each([
    ["books.example", 0],
    ["SECOND.example:8443", 1],
    ["third.example", 2],
    ["third.example:80", 2],
  ])("a request has the origin that Host names: %s", async (host, index) => {
    const server = await start();
    const origin = hosts[index] ?? "";
    const response = await send(server, "/", { headers: { host } });
    expect(JSON.parse(response.text)).toEqual([origin, new URL(origin).host]);
    expect(isHttps(response)).toBe(origin.startsWith("https:"));
    expect((await sendJson(server, "/", {}, { host, origin })).status).toBe(200);
    for (const other of hosts.filter((each) => each !== origin))
      expect((await sendJson(server, "/", {}, { host, origin: other })).status).toBe(403);
  });

  test.each([
    "second.example",
    "second.example:8443.",
    "second.example.:8443",
    "second.example:8443@evil.example",
    "evil.example@second.example:8443",
    "second.example:08443",
    "x.third.example",
    "third.example, evil.example",
    "third.example:443",
    "",
  ])("another spelling or host gets BASE_URL's: %s", async (host) => {
    const server = await start();
    const headers = { host, "x-forwarded-host": "third.example", forwarded: "host=third.example" };
    const { text } = await send(server, "/", { headers });
    expect(JSON.parse(text)).toEqual(["https://books.example", "books.example"]);
  });
});

describe("a trusted app", () => {
  const start = () =>
    startServer(({ headers }) => new Response(headers.get("origin")), {
      config: { trustedOrigins: ["myapp://", "exp://192.0.2.1:8081"] },
    });

  test.each([{ origin: "myapp://" }, { origin: "exp://192.0.2.1:8081" }])(
    "counts as the product's own pages: %j",
    async (headers) => {
      const server = await start();
      expect(await sendJson(server, "/", {}, headers)).toMatchObject({ status: 200, text: server.url });
    },
  );

  test("may name its origin as Expo's client does, without Origin", async () => {
    const server = await start();
    const headers = { "content-type": "application/json", "expo-origin": "myapp://" };
    const sent = { method: "POST", body: "{}", headers };
    expect(await send(server, "/", sent)).toMatchObject({ status: 200, text: server.url });
  });

  test.each<Record<string, string>>([
    { origin: "other://" },
    { origin: "myapp://evil" },
    { origin: "myapp:" },
    { origin: "null" },
    { origin: "" },
    { origin: "myapp://, https://evil.example" },
    { origin: "https://evil.example", "expo-origin": "myapp://" },
    { origin: "myapp://", "sec-fetch-site": "cross-site" },
  ])("isn't imitated by %j", async (headers) => {
    expect((await sendJson(await start(), "/", {}, headers)).status).toBe(403);
  });
});

test("a page requested by another loopback name is redirected to BASE_URL with its path and query", async () => {
  const server = await startServer();
  for (const name of ["127.0.0.1", "[::1]"]) {
    const headers = { host: `${name}:${server.port}` };
    const { status, headers: responseHeaders } = await send(server, "/login?redirect=%2Fapp", { headers });
    expect(status).toBe(308);
    expect(responseHeaders.location).toBe(`${server.url}/login?redirect=%2Fapp`);
    expect((await send(server, "//evil.example", { headers })).headers.location).toBe(
      `${server.url}//evil.example`,
    );
    expect((await send(server, "/up", { headers })).status).toBe(200);
    expect((await send(server, "/ready", { headers })).status).toBe(200);
    expect(
      (await sendJson(server, "/", {}, { ...headers, origin: `http://${name}:${server.port}` })).status,
    ).toBe(403);
  }
  expect((await send(server, "/", { headers: { host: "books.example" } })).status).toBe(200);
});

test("the client's address and the request id are accepted from trusted proxies only", async () => {
  const fetch = (_: Request, { clientAddress, requestId }: { clientAddress: string; requestId: string }) =>
    Response.json({ clientAddress, requestId });
  const headers = { "x-forwarded-for": "6.6.6.6, 198.51.100.7", "x-request-id": "edge-1234_abcd" };

  const direct = await startServer(fetch);
  const seen = JSON.parse((await send(direct, "/", { headers })).text);
  expect(seen.clientAddress).toBe("127.0.0.1");
  expect(seen.requestId).toMatch(/^[\w-]{16,}$/);

  const behind = await startServer(fetch, { config: { trustedProxies: ["127.0.0.0/8"] } });
  const response = await send(behind, "/", { headers });
  expect(JSON.parse(response.text)).toEqual({ clientAddress: "198.51.100.7", requestId: "edge-1234_abcd" });
  expect(response.headers["x-request-id"]).toBe("edge-1234_abcd");
  for (const id of ["short", "x".repeat(65), "has space", "semi;colon"]) {
    expect((await send(behind, "/", { headers: { "x-request-id": id } })).headers["x-request-id"]).not.toBe(
      id,
    );
  }
});

test("every request is logged in one line, without its query", async () => {
  const server = await startServer(() => new Response("hello", { status: 404 }));
  const { headers } = await send(server, "/login/verify?code=123456");
  expect(server.logged).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      id: headers["x-request-id"],
      method: "GET",
      path: "/login/verify",
      status: 404,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      client: "127.0.0.1",
      msg: "request",
    },
  ]);
  expect(server.logged[0]?.bytes).toBeGreaterThan(100);
  await send(server, `/${"x".repeat(9000)}?code=123456`);
  await send(server, "/%?code=123456");
  expect(JSON.stringify(server.logged)).not.toContain("123456");
});

test("a request's line has what the application adds, for example the user", async () => {
  const server = await startServer((_, info) => {
    info.addToLog({ user: "a user's id" });
    info.addToLog({ plan: "free" });
    return new Response("hello");
  });
  await send(server, "/");
  expect(server.logged).toMatchObject([{ path: "/", user: "a user's id", plan: "free" }]);
});

test.each(["127.0.0.1", "::1"])("the error for a port in use on %s says what to do", async (host) => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, host, resolve));
  const { port } = other.address() as { port: number };
  await expect(startServer(undefined, { config: { port } })).rejects.toThrow(
    new StartError(
      `Port ${port} is in use: stop the program that uses it, or choose another port with PORT=${port + 1}.`,
    ),
  );
});

test("the error for an address of another machine names it", async () => {
  const start = startServer(undefined, { config: { host: "192.0.2.1" } });
  await expect(start).rejects.toThrow("HOST=192.0.2.1 is not an address of this machine");
  await expect(start).rejects.toBeInstanceOf(StartError);
});

test("missing built files and invalid proxies are errors at start", async () => {
  await expect(startServer(undefined, { clientDir: "/nowhere/client" })).rejects.toThrow(
    new StartError("The built files in /nowhere/client can't be read (ENOENT): build the product first."),
  );
  await expect(startServer(undefined, { config: { trustedProxies: ["10.0.0.0/99"] } })).rejects.toThrow(
    "10.0.0.0/99 is neither an address nor a network",
  );
});

test("closing waits for running requests and accepts no new ones", async () => {
  let respond = (_: Response) => {};
  let signal: AbortSignal | undefined;
  const server = await startServer((request) => {
    signal = request.signal;
    return new Promise((resolve) => (respond = resolve));
  });
  const running = await openSocket(server);
  running.write(`GET / HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  const idle = await openSocket(server);
  const half = await openSocket(server);
  half.write(`GET /up HTTP/1.1\r\n${host(server)}\r\n`);
  await waitFor(() => signal !== undefined);
  // Once a later connection is answered, these have been accepted.
  await send(server, "/up");

  let closed = false;
  const closing = server.close().then(() => (closed = true));
  await idle.ended();
  await expect(send(server, "/")).rejects.toThrow("ECONNREFUSED");
  expect(closed).toBe(false);
  respond(new Response("finished"));
  expect(await running.ended()).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close[^]*finished$/);
  expect(signal?.aborted).toBe(false);
  half.write("\r\n");
  expect(await half.ended()).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close[^]*ok$/);
  await closing;
  await server.close();
});

test("while closing, the process reports that it is alive but not ready", async () => {
  let checks = 0;
  const server = await startServer(undefined, {
    ready: () => {
      checks += 1;
      return { ready: true, details: {} };
    },
  });
  const [up, ready] = [await openSocket(server), await openSocket(server)];
  up.write(`GET /up HTTP/1.1\r\n${host(server)}\r\n`);
  ready.write(`GET /ready HTTP/1.1\r\n${host(server)}\r\n`);
  await send(server, "/up");
  const closing = server.close();
  up.write("\r\n");
  ready.write("\r\n");
  expect(await up.ended()).toMatch(/^HTTP\/1\.1 200 [^]*ok$/);
  expect(await ready.ended()).toMatch(
    /^HTTP\/1\.1 503 [^]*\{"ready":false,"details":\{"server":"closing"\}\}$/,
  );
  expect(checks).toBe(0);
  await closing;
});

test("before it closes, the server reports that it isn't ready, and still serves requests", async () => {
  let respond = (_: Response) => {};
  let hasStarted = false;
  const server = await startServer(({ url }) => {
    if (url.endsWith("/events")) {
      const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from("data: 1\n\n")) });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    }
    if (!url.endsWith("/slow")) return new Response("hello");
    hasStarted = true;
    return new Promise((resolve) => (respond = resolve));
  });
  const [keptAlive, events, slow] = [
    await openSocket(server),
    await openSocket(server),
    await openSocket(server),
  ];
  keptAlive.write(`GET /up HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  await keptAlive.until(/Connection: keep-alive[^]*ok$/);
  events.write(`GET /events HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  await events.until(/data: 1/);

  let isClosed = false;
  const closing = server.close({ delayMs: 60_000 }).then(() => (isClosed = true));
  const ready = await send(server, "/ready");
  expect(ready.status).toBe(503);
  expect(JSON.parse(ready.text)).toEqual({ ready: false, details: { server: "closing" } });
  expect(await send(server, "/up")).toMatchObject({ status: 200, text: "ok" });
  expect(await send(server, "/")).toMatchObject({ status: 200, text: "hello" });
  expect(await sendJson(server, "/", {})).toMatchObject({ status: 200, text: "hello" });
  slow.write(`GET /slow HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  await waitFor(() => hasStarted);
  expect([keptAlive, events, slow].map(({ socket }) => socket.readableEnded)).toEqual([false, false, false]);
  keptAlive.write(`GET / HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  expect(await keptAlive.ended()).toMatch(/Connection: close[^]*hello$/);

  void server.close();
  expect(await events.ended()).toMatch(/\r\n0\r\n\r\n$/);
  await expect(send(server, "/")).rejects.toThrow("ECONNREFUSED");
  expect(isClosed).toBe(false);
  respond(new Response("finished"));
  expect(await slow.ended()).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close[^]*finished$/);
  await closing;
});

test("the server closes after the delay", async () => {
  const server = await startServer();
  const startedAt = performance.now();
  await server.close({ delayMs: 50 });
  expect(performance.now() - startedAt).toBeGreaterThan(45);
  await expect(send(server, "/")).rejects.toThrow("ECONNREFUSED");
});

test("closing ends event streams, and a page in transfer is completed", async () => {
  let stream: ReadableStreamDefaultController | undefined;
  const server = await startServer(({ url }) => {
    const body = new ReadableStream({ start: (controller) => void (stream = controller) });
    const isEvents = url.endsWith("/events");
    if (isEvents) stream?.enqueue(Buffer.from("data: 1\n\n"));
    else stream?.enqueue(Buffer.from("<h1>first</h1>"));
    return new Response(body, { headers: { "content-type": isEvents ? "text/event-stream" : "text/html" } });
  });
  const events = await openSocket(server);
  events.write(`GET /events HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  await events.until(/data: 1/);
  const page = await openSocket(server);
  page.write(`GET /page HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  await page.until(/first/);
  const closing = server.close();
  expect(await events.ended()).toMatch(/\r\n0\r\n\r\n$/);
  stream?.enqueue(Buffer.from("<p>last</p>"));
  stream?.close();
  expect(await page.ended()).toMatch(/<p>last<\/p>\r\n0\r\n\r\n$/);
  await closing;
});

test("a request that does not finish in time is aborted", async () => {
  let signal: AbortSignal | undefined;
  const server = await startServer(
    (request) => {
      signal = request.signal;
      return never();
    },
    { limits: { drainTimeoutMs: 50 } },
  );
  const client = await openSocket(server);
  client.write(`GET / HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  await waitFor(() => signal !== undefined);
  await server.close();
  await client.ended();
  await waitFor(() => signal?.aborted === true);
});

test("a handler that exceeds its timeout is a 503, and its request is aborted", async () => {
  let signal: AbortSignal | undefined;
  const server = await startServer(
    (request) => {
      signal = request.signal;
      return never();
    },
    { limits: { handlerTimeoutMs: 30 } },
  );
  const { status, text, headers } = await send(server, "/", { headers: { accept: "text/html" } });
  expect(status).toBe(503);
  expect(text).toContain(String(headers["x-request-id"]));
  await waitFor(() => signal?.aborted === true);
});

test("a response after the timeout is discarded", async () => {
  let respond = (_: Response) => {};
  let canceled = false;
  const server = await startServer(() => new Promise<Response>((resolve) => (respond = resolve)), {
    limits: { handlerTimeoutMs: 30 },
  });
  expect((await send(server, "/")).status).toBe(503);
  respond(new Response(new ReadableStream({ cancel: () => void (canceled = true) })));
  await waitFor(() => canceled);
});

test("headers that arrive too slowly are a 408", async () => {
  const server = await startServer(undefined, { limits: { headerTimeoutMs: 60, lingerTimeoutMs: 20 } });
  const client = await openSocket(server);
  client.write("GET / HTTP/1.1\r\nHost:");
  expect(await client.ended()).toMatch(/^HTTP\/1\.1 408 [^]*nosniff/);
});

test("a body that arrives too slowly is a 408", async () => {
  const failures: unknown[] = [];
  const server = await startServer(
    async (request) => {
      await request.text().catch((error: unknown) => failures.push(error));
      return new Response("late");
    },
    {
      bodyRules: [{ path: /^\/$/, contentTypes: ["application/json"], isStreamed: true }],
      limits: { headerTimeoutMs: 60, requestTimeoutMs: 100, lingerTimeoutMs: 20 },
    },
  );
  const client = await openSocket(server);
  const lines = ["POST / HTTP/1.1", host(server), `Origin: ${server.url}`, "Content-Type: application/json"];
  client.write([...lines, "Content-Length: 5", "", "{"].join("\r\n"));
  const received = await client.ended();
  expect(received).toMatch(/^HTTP\/1\.1 408 [^]*connection: close/i);
  expect(received).not.toContain("late");
  expect(failures).toHaveLength(1);
});

test("a rule can allow a longer timeout for its path only", async () => {
  const server = await startServer(async (request) => new Response(await request.text()), {
    bodyRules: [{ path: /^\/slow$/, contentTypes: ["text/csv"], maxBytes: 10, timeoutMs: 60_000 }],
    limits: { headerTimeoutMs: 60, requestTimeoutMs: 80, handlerTimeoutMs: 80, lingerTimeoutMs: 20 },
  });
  const begin = async (path: string, type: string) => {
    const client = await openSocket(server);
    const lines = [`POST ${path} HTTP/1.1`, host(server), `Origin: ${server.url}`, `Content-Type: ${type}`];
    client.write([...lines, "Content-Length: 5", "", "a,b"].join("\r\n"));
    return client;
  };
  const slow = await begin("/slow", "text/csv");
  const other = await begin("/other", "application/json");
  expect(await other.ended()).toMatch(/^HTTP\/1\.1 408 /);
  slow.write(",c");
  expect(await slow.until(/a,b,c/)).toMatch(/^HTTP\/1\.1 200 /);
});

test("more than 16 kB of headers are rejected", async () => {
  const server = await startServer();
  const { status, text } = await send(server, "/", { headers: { cookie: "x".repeat(16_400) } });
  expect(status).toBe(431);
  expect(text).toContain("cookies");
});

test("invalid HTTP is a 400, and the connection is closed", async () => {
  const server = await startServer(undefined, { limits: { lingerTimeoutMs: 20 } });
  const client = await openSocket(server);
  client.write("\x16\x03\x01 hello\r\n\r\n");
  expect(await client.ended()).toMatch(/^HTTP\/1\.1 400 /);
  const noHost = await openSocket(server);
  noHost.write("GET / HTTP/1.1\r\n\r\n");
  expect(await noHost.until(/HTTP/)).toMatch(/^HTTP\/1\.1 400 /);
});

test("a client that keeps its connection open after an error does not keep the server open", async () => {
  const server = await startServer(undefined, { limits: { lingerTimeoutMs: 20 } });
  const client = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  client.write("no request\r\n\r\n");
  await new Promise((resolve) => client.once("end", resolve).resume());
  await server.close();
});

test("a client that does not read its response is disconnected", async () => {
  const server = await startServer(() => new Response(Buffer.alloc(50_000_000)), {
    limits: { stallTimeoutMs: 50 },
  });
  const client = await openSocket(server);
  client.socket.pause();
  client.write(`GET / HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  await waitFor(() => server.logged.some(({ unfinished }) => unfinished === true));
});

test("a client that does not read its events is disconnected, even if new ones are frequent", async () => {
  const event = Buffer.alloc(100_000, ":");
  const server = await startServer(
    () => {
      const body = new ReadableStream({ pull: (controller) => controller.enqueue(event) });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
    { limits: { stallTimeoutMs: 50 } },
  );
  const client = await openSocket(server);
  client.socket.pause();
  client.write(`GET / HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  await waitFor(() => server.logged.some(({ unfinished }) => unfinished === true));
});

test("a handler may take longer than the stall timeout", async () => {
  const server = await startServer(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      return new Response("done");
    },
    { limits: { stallTimeoutMs: 30 } },
  );
  expect((await send(server, "/")).text).toBe("done");
});

test("pipelined requests are answered in order", async () => {
  const server = await startServer(async ({ url }) => {
    if (url.endsWith("/1")) await new Promise((resolve) => setTimeout(resolve, 20));
    return new Response(`<${new URL(url).pathname}>`);
  });
  const client = await openSocket(server);
  for (const path of ["/1", "/2", "/3"]) client.write(`GET ${path} HTTP/1.1\r\n${host(server)}\r\n\r\n`);
  const received = await client.until(/<\/3>/);
  expect(received.match(/<\/\d>/g)).toEqual(["</1>", "</2>", "</3>"]);
});

test("clients can disconnect at any moment without errors", async () => {
  const server = await startServer(async (request) => {
    await request.text();
    await new Promise((resolve) => setImmediate(resolve));
    return new Response("<p>hello</p>".repeat(20_000), { headers: { "content-type": "text/html" } });
  });
  const request = [
    "POST / HTTP/1.1",
    host(server),
    `Origin: ${server.url}`,
    "Content-Type: application/json",
    "Accept-Encoding: gzip",
    "Content-Length: 5",
    "",
    "hello",
  ].join("\r\n");
  for (let length = 1; length <= request.length; length += 7) {
    const client = await openSocket(server);
    client.write(request.slice(0, length));
    if (length % 2) await new Promise((resolve) => setImmediate(resolve));
    if (length % 3) client.socket.resetAndDestroy();
    else client.socket.end();
  }
  expect((await sendJson(server, "/", "x")).status).toBe(200);
  expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
