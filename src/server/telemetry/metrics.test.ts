import { expect, test } from "vitest";
import { send, startServer } from "#server/http/testing.ts";
import { createMetrics } from "./metrics.ts";

const token = "a token for the metrics";
const authorization = `Bearer ${token}`;

test("without METRICS_TOKEN there are no metrics, and without the token they can't be read", async () => {
  const none = await startServer(() => new Response("the application"));
  expect((await send(none, "/metrics", { headers: { authorization } })).text).toBe("the application");
  const server = await startServer(undefined, { metrics: createMetrics(token) });
  for (const wrong of ["", "Bearer a token for the metric", token]) {
    const request = { headers: { authorization: wrong } };
    const { status, text, headers: sent } = await send(server, "/metrics", request);
    expect(status).toBe(401);
    expect(sent["www-authenticate"]).toBe("Bearer");
    expect(text).not.toContain("process_cpu");
  }
});

test("requests are counted by operation and status, and what clients make up adds no names", async () => {
  const server = await startServer(
    (request, info) => {
      if (new URL(request.url).pathname === "/api/rpc/books/list") info.nameOperation?.("books.list");
      return new Response(null, { status: request.url.endsWith("list") ? 200 : 404 });
    },
    { metrics: createMetrics(token) },
  );
  for (const path of ["/api/rpc/books/list", "/api/rpc/invented", "/invented", "/files/invented", "/up"])
    await send(server, path);
  const { text, headers } = await send(server, "/metrics", { headers: { authorization } });
  expect(headers["content-type"]).toContain("application/openmetrics-text");
  const counts = [...text.matchAll(/^http_request_duration_seconds_count(\{.*\} \d+)$/gm)].map(
    ([, it]) => it,
  );
  expect(counts).toEqual([
    '{operation="books.list",status="200"} 1',
    '{operation="api",status="404"} 1',
    '{operation="page",status="404"} 1',
    '{operation="file",status="404"} 1',
    '{operation="health",status="200"} 1',
  ]);
});

test("a value that can't be read is left out, and the others are not", async () => {
  const metrics = createMetrics(token);
  metrics.addGauge({ name: "broken", help: "Broken", read: () => Promise.reject(new Error("No database")) });
  metrics.addCounter({
    name: "thrown",
    help: "Thrown",
    read() {
      throw new Error("No process");
    },
  });
  metrics.addCounter({ name: "lost", help: "Lost", label: "kind", read: () => ({ line: 2 }) });
  metrics.addGauge({ name: "streams", help: "Streams", read: () => 3 });
  metrics.addGauge({ name: "up", help: "Up", label: "service", read: () => ({ mail: 0, database: 1 }) });
  const { text } = await metrics.write();
  expect(text).toMatch(/^streams 3$/m);
  expect(text).toMatch(/^up\{service="mail"\} 0\nup\{service="database"\} 1$/m);
  expect(text).toMatch(/^lost_total\{kind="line"\} 2$/m);
  expect(text).not.toMatch(/^(?:broken|thrown_total) [\d]/m);
});
