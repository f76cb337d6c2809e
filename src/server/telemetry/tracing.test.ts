import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { send, startServer } from "#server/http/testing.ts";
import { freePort } from "../../../testing/ports.ts";
import { createTracer, nameSpan, startStatement, startTracing, withSpan } from "./tracing.ts";

type Sent = {
  resourceSpans: {
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        status: { code?: number };
      }[];
    }[];
  }[];
};

/** A collector of OpenTelemetry, and the spans that it has received. @param o.isHanging whether it never answers */
async function startCollector({ isHanging = false } = {}) {
  const spans: Sent["resourceSpans"][0]["scopeSpans"][0]["spans"] = [];
  const server = createServer((req, res) => {
    if (isHanging) return;
    void json(req).then((body) => {
      for (const { scopeSpans } of (body as Sent).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
      res.writeHead(req.url === "/v1/traces" ? 200 : 404, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
}

test("a request, its operation and its statements are one trace, which continues that of a trusted proxy only", async () => {
  const collector = await startCollector();
  const tracing = await startTracing({ endpoint: `${collector.url}/`, service: "test" });
  const handle = async () => {
    nameSpan("users.list");
    await withSpan({ name: "users.list" }, async () => {
      const statement = startStatement(() => "list users");
      statement?.fail();
      statement?.end();
    });
    return new Response("ok");
  };
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const trusted = await startServer(handle, { config: { trustedProxies: ["127.0.0.1"] } });
  await send(trusted, "/", { headers });
  const untrusted = await startServer(handle);
  await send(untrusted, "/", { headers });
  expect(startStatement(() => "outside of a request")).toBeUndefined();
  await tracing.stop();

  const [ours, strangers] = [true, false].map((isOurs) =>
    collector.spans.filter((span) => (span.traceId === traceId) === isOurs),
  );
  for (const trace of [ours, strangers]) {
    const [statement, operation, request] = trace ?? [];
    expect([request?.name, operation?.name, statement?.name]).toEqual([
      "users.list",
      "users.list",
      "list users",
    ]);
    expect(operation?.parentSpanId).toBe(request?.spanId);
    expect(statement?.parentSpanId).toBe(operation?.spanId);
    expect(statement?.status.code).toBe(2);
  }
  expect(ours?.[2]?.parentSpanId).toBe("b7ad6b7169203331");
  expect(strangers?.[2]?.parentSpanId).toBeFalsy();
});

test.each([
  ["hangs", async () => (await startCollector({ isHanging: true })).url],
  ["is away", async () => `http://127.0.0.1:${await freePort()}`],
])("if the collector %s, spans are dropped and counted, and the process goes on", async (_, start) => {
  const collector = { endpoint: await start(), service: "test" };
  const { provider, droppedSpans, health } = await createTracer(collector, 500);
  const tracer = provider.getTracer("test");
  const spans = 10_000;
  for (let i = 0; i < spans; i += 1) tracer.startSpan("a span").end();
  // Some wait, and some are being sent.
  expect(droppedSpans()).toBeGreaterThan(spans / 2);
  await expect.poll(health).toMatch(/^failing: .*, \d+ spans were dropped$/);
});
