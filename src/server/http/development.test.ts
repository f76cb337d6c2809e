import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { expect, test } from "vitest";
import type { Middleware } from "./handle-request.ts";
import { openSocket, send, sendJson, startServer } from "./testing.ts";

/** A substitute for Vite: serves one module and passes on the rest. */
const middleware: Middleware = (req, res, next) => {
  res.setHeader("access-control-allow-origin", "http://localhost");
  if (req.url === "/@vite/client") {
    res.setHeader("cache-control", "no-cache");
    res.end("module");
  } else if (req.url === "/fails") {
    next(new Error("a plugin broke"));
  } else {
    setImmediate(next);
  }
};

test("Vite serves its modules; the app gets the rest, with its body, and sets its own headers", async () => {
  const server = await startServer(async (request) => new Response(`app ${await request.text()}`), {
    development: { middleware },
  });
  const module = await send(server, "/@vite/client");
  expect(module.text).toBe("module");
  expect(module.headers["cache-control"]).toBe("no-cache");
  expect(module.headers["content-security-policy"]).toContain("ws:");
  expect(module.headers["x-content-type-options"]).toBe("nosniff");

  const page = await send(server, "/books");
  expect(page.text).toBe("app ");
  expect(page.headers["cache-control"]).toBe("no-store");
  expect(page.headers).not.toHaveProperty("access-control-allow-origin");
  expect((await sendJson(server, "/", "body")).text).toBe('app "body"');
  expect(server.logged.map(({ path, level }) => [path, level])).toEqual([
    ["/@vite/client", 20],
    ["/books", 30],
    ["/", 30],
  ]);
});

test("health checks, the host redirect and the origin check come before Vite", async () => {
  const server = await startServer(undefined, {
    development: { middleware: (_req, res) => res.end("vite") },
  });
  expect((await send(server, "/up")).text).toBe("ok");
  expect((await send(server, "/", { headers: { host: `127.0.0.1:${server.port}` } })).status).toBe(308);
  expect((await send(server, "/", { method: "POST" })).status).toBe(403);
  expect((await send(server, "/")).text).toBe("vite");
});

test("pages of other origins get nothing from Vite", async () => {
  const server = await startServer(() => new Response("app"), {
    development: { middleware: (_req, res) => res.end("vite") },
  });
  const { origin } = new URL(server.url);
  const get = (name: string, value: string) => send(server, "/", { headers: { [name]: value } });
  expect((await get("origin", origin)).text).toBe("vite");
  for (const site of ["same-origin", "none"]) expect((await get("sec-fetch-site", site)).text).toBe("vite");
  for (const other of ["http://localhost:1", "null"]) expect((await get("origin", other)).text).toBe("app");
  for (const site of ["same-site", "cross-site"])
    expect((await get("sec-fetch-site", site)).text).toBe("app");
});

test("an error in Vite is a 500 that refers to the log", async () => {
  const server = await startServer(undefined, { development: { middleware } });
  const { status, text } = await send(server, "/fails");
  expect(status).toBe(500);
  expect(text).not.toContain("plugin");
  expect(server.logged).toContainEqual(
    expect.objectContaining({ level: 50, err: expect.objectContaining({ message: "a plugin broke" }) }),
  );
});

test("Vite's WebSocket shares the port, and is closed with the server", async () => {
  const upgrades = new EventEmitter();
  upgrades.on("upgrade", (_req: unknown, socket: Duplex) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nopen");
  });
  const server = await startServer(undefined, { development: { middleware, upgradeEvents: upgrades } });
  const head = (protocol: string) =>
    `GET / HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nConnection: upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
  const client = await openSocket(server);
  client.write(head("websocket"));
  await client.until(/101[^]*open$/);
  const other = await openSocket(server);
  other.write(head("h2c"));
  expect(await other.until(/hello$/)).toMatch(/^HTTP\/1\.1 200 /);
  await server.close();
  await client.ended();
});

test("in production a WebSocket is an ordinary request", async () => {
  const server = await startServer();
  const headers = { connection: "upgrade", upgrade: "websocket" };
  expect((await send(server, "/", { headers })).text).toBe("hello");
});
