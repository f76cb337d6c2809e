import { expect, test } from "vitest";
import { waitFor, openSocket, send, sendJson, startServer, type TestServer } from "./testing.ts";

/** A server whose app records its requests and responds with their body. */
async function startEcho(options: Parameters<typeof startServer>[1] = {}) {
  const requests: string[] = [];
  const server = await startServer(async (request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return new Response(await request.text());
  }, options);
  return { server, requests };
}

function head(server: TestServer, line: string, ...headers: string[]): string {
  return [line, `Host: ${new URL(server.url).host}`, `Origin: ${server.url}`, ...headers, "", ""].join(
    "\r\n",
  );
}

test("our own pages can send changes by any method", async () => {
  const { server } = await startEcho();
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const response = await send(server, "/api/rpc", {
      method,
      headers: { origin: server.url, "content-type": "application/json; charset=utf-8" },
      body: '{"a":1}',
    });
    expect(response).toMatchObject({ status: 200, text: '{"a":1}' });
  }
});

test.each([
  ["without Origin", {}],
  ["from another site", { origin: "https://evil.example" }],
  ["from a frame without origin", { origin: "null" }],
  ["from another port", { origin: "http://localhost:1" }],
  ["from another loopback name", { origin: "http://127.0.0.1:PORT" }],
  ["from https for http", { origin: "https://localhost:PORT" }],
  ["with our Origin among others", { origin: "http://localhost:PORT, https://evil.example" }],
  ["that the browser calls cross-site", { origin: "http://localhost:PORT", "sec-fetch-site": "cross-site" }],
  ["that the browser calls same-site", { origin: "http://localhost:PORT", "sec-fetch-site": "same-site" }],
])("a change %s is rejected before the app is called", async (_, headers: Record<string, string>) => {
  const { server, requests } = await startEcho();
  const withPort = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace("PORT", String(server.port))]),
  );
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const { status, text } = await send(server, "/_serverFn/x", {
      method,
      headers: { "content-type": "application/json", ...withPort },
      body: "{}",
    });
    expect(status).toBe(403);
    expect(text).toContain(server.url);
  }
  expect(requests).toEqual([]);
});

test("a client that sends a large body completely before it reads can still read the error", async () => {
  const { server } = await startEcho();
  const size = 6_000_000;
  for (const [line, status] of [
    ["Content-Type: text/plain", 415],
    ["Content-Type: application/json", 413],
  ] as const) {
    const client = await openSocket(server);
    client.socket.pause();
    client.write(head(server, "POST / HTTP/1.1", line, `Content-Length: ${size}`));
    const failure = await new Promise((resolve) => client.socket.write("x".repeat(size), resolve));
    expect(failure ?? undefined).toBeUndefined();
    client.socket.resume();
    expect(await client.ended()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\n$`));
  }
});

test("a rejected change is rejected before its body is sent", async () => {
  const { server } = await startEcho();
  const client = await openSocket(server);
  client.write(
    head(server, "POST / HTTP/1.1", "Content-Type: application/json", "Content-Length: 1000").replace(
      /Origin.*/,
      "X: y",
    ),
  );
  expect(await client.until(/headers?\.\n$/)).toMatch(/^HTTP\/1\.1 403 /);
});

test("reading requests need no Origin", async () => {
  const { server } = await startEcho();
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await send(server, "/", { method, headers })).status).toBe(200);
  }
});

test.each([
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "",
  "application/jsonx",
])("a body of type '%s' is rejected", async (contentType) => {
  const { server, requests } = await startEcho();
  const headers: Record<string, string> = { origin: server.url };
  if (contentType) headers["content-type"] = contentType;
  const { status, text } = await send(server, "/api/rpc", { method: "POST", headers, body: "{}" });
  expect(status).toBe(415);
  expect(text).toBe("Send the body as application/json.\n");
  expect(requests).toEqual([]);
});

test("forms are accepted where a rule allows them, besides JSON", async () => {
  const contentTypes = ["application/json", "application/x-www-form-urlencoded"];
  const { server } = await startEcho({ bodyRules: [{ path: /^\/login\/?$/, contentTypes }] });
  const post = async (path: string) => {
    const headers = { origin: server.url, "content-type": "application/x-www-form-urlencoded" };
    return (await send(server, path, { method: "POST", headers, body: "email=a" })).status;
  };
  expect(await post("/login")).toBe(200);
  expect(await post("/login/")).toBe(200);
  expect(await post("/login?redirect=/app")).toBe(200);
  expect(await post("/login/x")).toBe(415);
  expect(await post("/x/login")).toBe(415);
  expect((await sendJson(server, "/login", {})).status).toBe(200);
  expect(await post("/")).toBe(415);
});

test("a change without a body needs no content type", async () => {
  const { server } = await startEcho();
  const { status } = await send(server, "/api/rpc", { method: "POST", headers: { origin: server.url } });
  expect(status).toBe(200);
});

test("a body with a content encoding is rejected, because its size is unknown", async () => {
  const { server } = await startEcho();
  expect((await sendJson(server, "/", {}, { "content-encoding": "gzip" })).status).toBe(415);
  expect((await sendJson(server, "/", {}, { "content-encoding": "identity" })).status).toBe(200);
});

test("reading requests with a body are rejected", async () => {
  const { server, requests } = await startEcho();
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    expect((await send(server, "/", { method, headers: { "content-length": "2" }, body: "{}" })).status).toBe(
      400,
    );
  }
  const chunked = await openSocket(server);
  chunked.write(head(server, "GET / HTTP/1.1", "Transfer-Encoding: chunked"));
  expect(await chunked.until(/HTTP/)).toMatch(/^HTTP\/1\.1 400 /);
  expect(requests).toEqual([]);
});

test.each(["TRACE", "PROPFIND", "PURGE"])(
  "%s is rejected with the list of allowed methods",
  async (method) => {
    const { server, requests } = await startEcho();
    const { status, headers } = await send(server, "/", { method, headers: { origin: server.url } });
    expect(status).toBe(405);
    expect(headers.allow).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    expect(requests).toEqual([]);
  },
);

test("a URL longer than 8 kB is rejected", async () => {
  const { server, requests } = await startEcho();
  expect((await send(server, `/${"x".repeat(8191)}`)).status).toBe(200);
  expect((await send(server, `/?${"x".repeat(8191)}`)).status).toBe(414);
  expect(requests).toHaveLength(1);
});

test("a URL with more than 100 parameters is rejected, however short they are", async () => {
  const { server, requests } = await startEcho();
  expect((await send(server, `/?${"a&".repeat(99)}`)).status).toBe(200);
  expect((await send(server, `/?${"a&".repeat(100)}`)).status).toBe(400);
  expect(requests).toHaveLength(1);
});

test("a body can be as large as the limit", async () => {
  const { server, requests } = await startEcho({ limits: { maxBodyBytes: 1000 } });
  const of = (size: number) => "x".repeat(size - 2);
  expect((await sendJson(server, "/", of(1000))).status).toBe(200);
  const { status, text, headers } = await sendJson(server, "/", of(1001));
  expect(status).toBe(413);
  expect(text).toContain("1000 bytes");
  expect(headers.connection).toBe("close");
  expect(requests).toHaveLength(1);
});

test("the default limit is 64 KiB, and a rule can allow a path more", async () => {
  const { server } = await startEcho({
    bodyRules: [{ path: /^\/long$/, contentTypes: ["application/json"], maxBytes: 100_000 }],
  });
  expect((await sendJson(server, "/", "x".repeat(64 * 1024 - 2))).text).toHaveLength(64 * 1024);
  expect((await sendJson(server, "/", "x".repeat(64 * 1024 - 1))).status).toBe(413);
  expect((await sendJson(server, "/long", "x".repeat(99_998))).text).toHaveLength(100_000);
  expect((await sendJson(server, "/long", "x".repeat(99_999))).status).toBe(413);
});

/** A path whose handler reads the body itself. */
const streamed = {
  bodyRules: [{ path: /^\/streamed$/, contentTypes: ["application/json"], maxBytes: 1000, isStreamed: true }],
};

test("a chunked body is counted while it is received, and rejected at the limit", async () => {
  const aborted: boolean[] = [];
  const server = await startServer(
    async (request) => {
      try {
        return new Response(await request.text());
      } finally {
        aborted.push(request.signal.aborted);
      }
    },
    { ...streamed, limits: { maxBodyBytes: 1000, lingerTimeoutMs: 50 } },
  );
  for (const path of ["/", "/streamed"]) {
    const client = await openSocket(server);
    client.write(
      head(server, `POST ${path} HTTP/1.1`, "Content-Type: application/json", "Transfer-Encoding: chunked"),
    );
    const chunk = `1f4\r\n${"x".repeat(500)}\r\n`;
    client.write(chunk + chunk);
    client.write(chunk);
    const received = await client.ended();
    expect(received).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i);
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  }
  // Only the handler of the streamed body was called.
  await waitFor(() => aborted.length === 1);
});

test("a body shorter than its length fails or doesn't reach the app, and the surplus of a longer one is not a second request", async () => {
  const bodies: string[] = [];
  const failures: unknown[] = [];
  const server = await startServer(async (request) => {
    try {
      bodies.push(await request.text());
    } catch (error) {
      failures.push(error);
    }
    return new Response("done");
  }, streamed);
  for (const path of ["/", "/streamed"]) {
    const short = await openSocket(server);
    short.write(
      head(server, `POST ${path} HTTP/1.1`, "Content-Type: application/json", "Content-Length: 100") +
        '{"a":',
    );
    short.socket.end();
  }
  await waitFor(() => failures.length === 1);
  expect(bodies).toEqual([]);

  const long = await openSocket(server);
  long.write(
    head(server, "POST / HTTP/1.1", "Content-Type: application/json", "Content-Length: 2") + "{}surplus",
  );
  expect(await long.ended()).toContain("HTTP/1.1 400 ");
  expect(bodies.join()).not.toContain("surplus");
});

test("two lengths, or a length with a chunked body, are an invalid request", async () => {
  const { server, requests } = await startEcho();
  for (const lines of [
    ["Content-Length: 2", "Content-Length: 3"],
    ["Content-Length: 2", "Transfer-Encoding: chunked"],
  ]) {
    const client = await openSocket(server);
    client.write(head(server, "POST / HTTP/1.1", "Content-Type: application/json", ...lines) + "{}");
    expect(await client.until(/HTTP/)).toMatch(/^HTTP\/1\.1 400 /);
  }
  expect(requests).toEqual([]);
});

test("a rule's content types and limit apply to its path only", async () => {
  const uploads = [{ path: /^\/api\/pictures\/\w+$/, contentTypes: ["image/png"], maxBytes: 3000 }];
  const { server } = await startEcho({ bodyRules: uploads, limits: { maxBodyBytes: 100 } });
  const upload = async (path: string, type: string, size: number) => {
    const headers = { origin: server.url, "content-type": type };
    return (await send(server, path, { method: "PUT", headers, body: "x".repeat(size) })).status;
  };
  expect(await upload("/api/pictures/7", "image/png", 3000)).toBe(200);
  expect(await upload("/api/pictures/7", "image/png", 3001)).toBe(413);
  expect(await upload("/api/pictures/7", "application/json", 10)).toBe(415);
  expect(await upload("/api/pictures/7/x", "image/png", 10)).toBe(415);
});

test("an expectation that the server doesn't know is rejected", async () => {
  const { server } = await startEcho();
  const client = await openSocket(server);
  client.write(head(server, "POST / HTTP/1.1", "Expect: miracles"));
  expect(await client.until(/\n$/)).toMatch(/^HTTP\/1\.1 417 [^]*nosniff/);
});
