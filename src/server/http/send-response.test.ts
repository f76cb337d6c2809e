import { createGunzip, createZstdDecompress, gunzipSync, zstdDecompressSync } from "node:zlib";
import { request } from "node:http";
import { expect, test } from "vitest";
import { waitFor, openSocket, send, startServer, type TestServer } from "./testing.ts";

const page = "<p>One of many paragraphs.</p>".repeat(200);
const html = { "content-type": "text/html; charset=utf-8" };
const accepting = (encoding: string) => ({ headers: { "accept-encoding": encoding } });

/** A body that the test writes in pieces. */
function pieces() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const state = { canceled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (value) => void (controller = value),
    cancel: () => void (state.canceled = true),
  });
  return {
    body,
    state,
    write: (text: string) => controller?.enqueue(Buffer.from(text)),
    end: () => controller?.close(),
    fail: (error: Error) => controller?.error(error),
  };
}

/** Reads a response while it is received; `text` is the decoded part so far. */
function follow(server: TestServer, encoding?: "zstd" | "gzip") {
  const received = { text: "", ended: false, broken: false };
  const outgoing = request(
    `http://127.0.0.1:${server.port}`,
    {
      agent: false,
      headers: { host: new URL(server.url).host, ...(encoding && { "accept-encoding": encoding }) },
    },
    (incoming) => {
      const decoder = encoding === "zstd" ? createZstdDecompress() : createGunzip();
      const decoded = encoding ? incoming.pipe(decoder) : incoming;
      decoded.on("data", (chunk) => (received.text += chunk));
      incoming.on("end", () => (received.ended = true));
      incoming.on("error", () => (received.broken = true));
      decoder.on("error", () => (received.broken = true));
    },
  );
  outgoing.on("error", () => (received.broken = true));
  outgoing.end();
  return { received, disconnect: () => outgoing.destroy() };
}

test("pages and data are compressed if the client accepts it", async () => {
  const server = await startServer(() => new Response(page, { headers: { ...html, etag: '"1"' } }));
  const zstd = await send(server, "/", accepting("gzip, deflate, br, zstd"));
  expect(zstd.headers["content-encoding"]).toBe("zstd");
  expect(zstdDecompressSync(zstd.bytes).toString()).toBe(page);
  expect(zstd.headers["content-length"]).toBe(String(zstd.bytes.byteLength));
  expect(zstd.headers.etag).toBe('W/"1"');
  const gzip = await send(server, "/", accepting("gzip, deflate, br"));
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.bytes).toString()).toBe(page);
  const plain = await send(server, "/");
  expect(plain.text).toBe(page);
  expect(plain.headers.etag).toBe('"1"');
  for (const { headers } of [zstd, gzip, plain]) expect(headers.vary).toBe("accept-encoding");
});

test("the handler's own Vary is kept", async () => {
  const server = await startServer(() => new Response(page, { headers: { ...html, vary: "cookie" } }));
  expect((await send(server, "/", accepting("zstd"))).headers.vary).toBe("cookie, accept-encoding");
});

test.each([
  ["a short response", new Headers({ "content-type": "application/json" }), "{}"],
  ["an image", new Headers({ "content-type": "image/png" }), page],
  ["an encoded response", new Headers({ ...html, "content-encoding": "x-own" }), page],
  ["a response with no-transform", new Headers({ ...html, "cache-control": "no-transform" }), page],
])("%s is sent unchanged", async (_, headers, body) => {
  const server = await startServer(() => new Response(body, { headers }));
  const response = await send(server, "/", accepting("zstd"));
  expect(response.headers["content-encoding"]).toBe(headers.get("content-encoding") ?? undefined);
  expect(response.text).toBe(body);
});

test.each(["zstd", "gzip", undefined] as const)(
  "a page that is written in pieces is received in pieces, compressed or not (%s)",
  async (encoding) => {
    const source = pieces();
    const server = await startServer(() => new Response(source.body, { headers: html }));
    source.write("<h1>first</h1>");
    const { received } = follow(server, encoding);
    await waitFor(() => received.text === "<h1>first</h1>");
    source.write("<p>second</p>");
    await waitFor(() => received.text.endsWith("<p>second</p>"));
    source.end();
    await waitFor(() => received.ended);
    expect(received.broken).toBe(false);
    expect(received.text).toBe("<h1>first</h1><p>second</p>");
  },
);

test("a long response in many pieces is received completely", async () => {
  const server = await startServer(() => {
    let left = 300;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (left % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
        if (left === 0) controller.close();
        else controller.enqueue(Buffer.from(`${left}:${page}`));
        left -= 1;
      },
    });
    return new Response(body, { headers: html });
  });
  const expected = Array.from({ length: 300 }, (_, index) => `${300 - index}:${page}`).join("");
  for (const encoding of ["zstd", "gzip", "identity"]) {
    const { bytes } = await send(server, "/", accepting(encoding));
    const decode = { zstd: zstdDecompressSync, gzip: gunzipSync, identity: (plain: Buffer) => plain }[
      encoding
    ];
    expect(decode?.(bytes).toString() === expected).toBe(true);
  }
});

test("an event stream starts before its first event, and each event is sent at once, uncompressed", async () => {
  const source = pieces();
  const headers = { "content-type": "text/event-stream" };
  const server = await startServer(() => new Response(source.body, { headers }));
  const client = await openSocket(server);
  client.write(`GET / HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAccept-Encoding: br\r\n\r\n`);
  const head = await client.until(/\r\n\r\n/);
  expect(head).not.toMatch(/content-encoding/i);
  source.write("data: 1\n\n");
  await client.until(/data: 1\n\n/);
  source.write("data: 2\n\n");
  await client.until(/data: 2\n\n/);
});

test("HEAD, 204 and 304 have no body", async () => {
  const source = pieces();
  const server = await startServer((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/head") return new Response(source.body, { headers: html });
    return new Response(null, { status: Number(pathname.slice(1)), headers: { etag: '"1"' } });
  });
  const head = await send(server, "/head", { method: "HEAD", headers: { "accept-encoding": "zstd" } });
  expect(head).toMatchObject({ status: 200, text: "" });
  expect(head.headers.vary).toBe("accept-encoding");
  expect(head.headers).not.toHaveProperty("content-length");
  await waitFor(() => source.state.canceled);
  for (const status of [204, 304]) {
    const response = await send(server, `/${status}`);
    expect(response).toMatchObject({ status, text: "" });
    expect(response.headers).not.toHaveProperty("content-length");
  }
  expect((await send(server, "/200")).headers["content-length"]).toBe("0");
});

test("if the handler throws, the client gets a page with a reference to the log", async () => {
  const server = await startServer(() => {
    throw new Error("the password is hunter2");
  });
  const shown = await send(server, "/books?searchTerm=x", { headers: { accept: "text/html,*/*" } });
  const reference = String(shown.headers["x-request-id"]);
  expect(shown.status).toBe(500);
  expect(shown.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(shown.headers["cache-control"]).toBe("no-store");
  expect(shown.text).toContain('<html lang="en">');
  expect(shown.text).toContain(reference);
  expect(shown.text).toContain('<a href="/">');
  expect(shown.text).not.toMatch(/hunter2|Error|\.ts/);
  const nonce = /<style nonce="([^"]+)">/.exec(shown.text)?.[1];
  expect(shown.headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
  expect(server.logged).toContainEqual(
    expect.objectContaining({
      level: 50,
      id: reference,
      err: expect.objectContaining({ message: "the password is hunter2" }),
    }),
  );
  expect(server.logged).toContainEqual(
    expect.objectContaining({ level: 50, id: reference, status: 500, path: "/books" }),
  );

  const data = await send(server, "/");
  expect(data.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(data.text).toContain(String(data.headers["x-request-id"]));
});

test("a handler that returns no response, or one that can't be sent, is a 500 too", async () => {
  const responses = [undefined as unknown as Response, Response.error()];
  const server = await startServer(() => responses.shift() ?? (undefined as unknown as Response));
  expect((await send(server, "/")).status).toBe(500);
  expect((await send(server, "/")).status).toBe(500);
});

test("a body that fails before its first chunk is a 500; one that fails later is cut off", async () => {
  const early = pieces();
  const late = pieces();
  const bodies = [early.body, late.body];
  const server = await startServer(() => new Response(bodies.shift(), { headers: html }));
  early.fail(new Error("early"));
  expect((await send(server, "/")).status).toBe(500);

  late.write("<h1>begun</h1>");
  const { received } = follow(server);
  await waitFor(() => received.text !== "");
  late.fail(new Error("late"));
  await waitFor(() => received.broken);
  expect(received.ended).toBe(false);
  await waitFor(() => server.logged.some(({ unfinished }) => unfinished === true));
  expect(server.logged).toContainEqual(
    expect.objectContaining({ level: 50, err: expect.objectContaining({ message: "late" }) }),
  );
});

test("when the client disconnects, the request is aborted, before and during the response", async () => {
  const source = pieces();
  let signal: AbortSignal | undefined;
  const server = await startServer((request) => {
    signal = request.signal;
    if (request.url.endsWith("/begun")) return new Response(source.body, { headers: html });
    return new Promise<Response>(() => {});
  });
  const waiting = follow(server);
  await waitFor(() => signal !== undefined);
  expect(signal?.aborted).toBe(false);
  waiting.disconnect();
  await waitFor(() => signal?.aborted === true);
  await waitFor(() => server.logged.some(({ status }) => status === 499));

  const client = await openSocket(server);
  client.write(`GET /begun HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`);
  source.write("<h1>begun</h1>");
  await client.until(/begun/);
  expect(signal?.aborted).toBe(false);
  client.socket.destroy();
  await waitFor(() => signal?.aborted === true && source.state.canceled);
  expect(server.logged.filter(({ level }) => level === 50)).toEqual([]);
});

test("a completed request is not aborted", async () => {
  let signal: AbortSignal | undefined;
  const server = await startServer((request) => {
    signal = request.signal;
    return new Response("hello");
  });
  await send(server, "/");
  await waitFor(() => server.logged.length === 1);
  expect(signal?.aborted).toBe(false);
});
