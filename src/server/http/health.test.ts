import { expect, test } from "vitest";
import { send, startServer } from "./testing.ts";

test("/up reports that the process is alive, whatever else fails", async () => {
  const server = await startServer(
    () => {
      throw new Error("the handler must not be called");
    },
    { ready: () => Promise.reject(new Error("no database")) },
  );
  const { status, text, headers } = await send(server, "/up");
  expect({ status, text }).toEqual({ status: 200, text: "ok" });
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await send(server, "/up", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
});

test("/ready reports whether requests can be served, and the state of each service", async () => {
  let ready = true;
  const server = await startServer(undefined, {
    ready: async () => ({ ready, details: { database: ready ? "ok" : "unreachable" } }),
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

test("a check that fails or hangs is reported as not ready in time, without its reason", async () => {
  const failing = await startServer(undefined, {
    ready: () => Promise.reject(new Error("connect to db.internal:5432")),
  });
  const failed = await send(failing, "/ready");
  expect(failed.status).toBe(503);
  expect(failed.text).not.toContain("db.internal");
  expect(failing.logged).toContainEqual(expect.objectContaining({ level: 40 }));

  const hanging = await startServer(undefined, {
    ready: () => new Promise(() => {}),
    limits: { readinessTimeoutMs: 30 },
  });
  expect((await send(hanging, "/ready")).status).toBe(503);
  expect((await send(hanging, "/ready")).status).toBe(503);
});

test("concurrent requests share one check", async () => {
  let checks = 0;
  let finishCheck = () => {};
  const server = await startServer(undefined, {
    ready: () => {
      checks += 1;
      return new Promise((resolve) => (finishCheck = () => resolve({ ready: true, details: {} })));
    },
  });
  const responses = Array.from({ length: 5 }, () => send(server, "/ready"));
  // The process has received all five once it has answered a sixth.
  await send(server, "/up");
  finishCheck();
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(checks).toBe(1);
});

test("health checks are logged at debug, because they are frequent", async () => {
  const server = await startServer(undefined, { ready: async () => ({ ready: false, details: {} }) });
  await send(server, "/up");
  await send(server, "/ready");
  expect(server.logged.map(({ level, path, status }) => ({ level, path, status }))).toEqual([
    { level: 20, path: "/up", status: 200 },
    { level: 20, path: "/ready", status: 503 },
  ]);
});
