import { expect, test } from "vitest";
import { send, startServer } from "./testing.ts";

test("/up says that the process is alive, whatever else is not", async () => {
  const server = await startServer(
    () => {
      throw new Error("the app must not be asked");
    },
    { ready: () => Promise.reject(new Error("no database")) },
  );
  const { status, text, headers } = await send(server, "/up");
  expect({ status, text }).toEqual({ status: 200, text: "ok" });
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await send(server, "/up", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
});

test("/ready says whether people can be served, and which part can't serve them", async () => {
  let ready = true;
  const server = await startServer(undefined, {
    ready: async () => ({ ready, details: { database: ready ? "ok" : "unreachable" } }),
  });
  const well = await send(server, "/ready");
  expect(well.status).toBe(200);
  expect(well.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(well.text)).toEqual({ ready: true, details: { database: "ok" } });
  ready = false;
  const ill = await send(server, "/ready");
  expect(ill.status).toBe(503);
  expect(JSON.parse(ill.text)).toEqual({ ready: false, details: { database: "unreachable" } });
  expect(await send(server, "/ready", { method: "HEAD" })).toMatchObject({ status: 503, text: "" });
});

test("a check that fails or hangs is 'not ready', in time and without its reason", async () => {
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

test("however many ask at once, the database is asked once", async () => {
  let asked = 0;
  let answer = () => {};
  const server = await startServer(undefined, {
    ready: () => {
      asked += 1;
      return new Promise((resolve) => (answer = () => resolve({ ready: true, details: {} })));
    },
  });
  const answers = Array.from({ length: 5 }, () => send(server, "/ready"));
  // The process has read all five once it has answered a sixth.
  await send(server, "/up");
  answer();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(asked).toBe(1);
});

test("checks are logged at debug only, for they come every few seconds", async () => {
  const server = await startServer(undefined, { ready: async () => ({ ready: false, details: {} }) });
  await send(server, "/up");
  await send(server, "/ready");
  expect(server.logged.map(({ level, path, status }) => ({ level, path, status }))).toEqual([
    { level: 20, path: "/up", status: 200 },
    { level: 20, path: "/ready", status: 503 },
  ]);
});
