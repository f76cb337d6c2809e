import { expect, test } from "vitest";
import { send, startServer } from "./testing.ts";

test("/up reports that the process is alive, whatever else fails", async () => {
  const server = await startServer(
    () => {
      throw new Error("the handler must not be called");
    },
    { ready: () => ({ ready: false, details: {} }) },
  );
  const { status, text, headers } = await send(server, "/up");
  expect({ status, text }).toEqual({ status: 200, text: "ok" });
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await send(server, "/up", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
});

test("/ready reports whether requests can be served, and the state of each service", async () => {
  let ready = true;
  const server = await startServer(undefined, {
    ready: () => ({ ready, details: { database: ready ? "ok" : "unreachable" } }),
  });
  const healthy = await send(server, "/ready");
  expect(healthy.status).toBe(200);
  expect(healthy.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(healthy.text)).toEqual({ ready: true, details: { database: "ok" } });
  ready = false;
  const unhealthy = await send(server, "/ready");
  expect(unhealthy.status).toBe(503);
  expect(JSON.parse(unhealthy.text)).toEqual({ ready: false, details: { database: "unreachable" } });
  expect(await send(server, "/ready", { method: "HEAD" })).toMatchObject({ status: 503, text: "" });
});

test("health checks are logged at debug, because they are frequent", async () => {
  const server = await startServer(undefined, { ready: () => ({ ready: false, details: {} }) });
  await send(server, "/up");
  await send(server, "/ready");
  expect(server.logged.map(({ level, path, status }) => ({ level, path, status }))).toEqual([
    { level: 20, path: "/up", status: 200 },
    { level: 20, path: "/ready", status: 503 },
  ]);
});
