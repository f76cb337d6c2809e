import { pino } from "pino";
import { expect, test } from "vitest";
import type { RequestInfo } from "./http-context.ts";
import { createPolicyReports } from "./policy-reports.ts";
import { policyReportPath } from "./security-headers.ts";
import { send, startServer, type TestServer } from "./testing.ts";

function report(directive: string, blocked: string): string {
  return JSON.stringify({
    "csp-report": {
      "document-uri": "http://localhost/app?secret=1",
      "effective-directive": directive,
      "blocked-uri": blocked,
      "script-sample": "alert(secret)",
    },
  });
}

function sendReport(server: TestServer, body: string, contentType = "application/csp-report") {
  return send(server, policyReportPath, { method: "POST", headers: { "content-type": contentType }, body });
}

const violation = { body: { effectiveDirective: "img-src" } };

async function detailsOf(server: TestServer): Promise<Record<string, string>> {
  return (JSON.parse((await send(server, "/ready")).text) as { details: Record<string, string> }).details;
}

test("violations are counted, and logged with the directive and the blocked host only", async () => {
  const server = await startServer();
  expect(await detailsOf(server)).toEqual({});
  expect(
    await sendReport(server, report("img-src", "https://evil.example:8443/x.png?secret=1")),
  ).toMatchObject({
    status: 204,
    text: "",
  });
  await sendReport(server, report("script-src-elem https://secret.example", "inline"));
  const batch = [
    {
      type: "csp-violation",
      body: { effectiveDirective: "connect-src", blockedURL: "wss://evil.example/secret" },
    },
    { type: "csp-violation", body: { effectiveDirective: "font-src", blockedURL: "data" } },
    { type: "deprecation", body: { id: "secret" } },
  ];
  await sendReport(server, JSON.stringify(batch), "application/reports+json");

  const warnings = server.logged.filter(({ level }) => level === 40);
  expect(warnings.map(({ directive, blocked }) => [directive, blocked])).toEqual([
    ["img-src", "evil.example:8443"],
    ["script-src-elem", "inline"],
    ["connect-src", "evil.example"],
    ["font-src", "data"],
  ]);
  expect(JSON.stringify(server.logged)).not.toContain("secret");
  expect(await detailsOf(server)).toEqual({ policyViolations: "4" });
});

test("made-up reports are ignored, and what they contain is not logged", async () => {
  const server = await startServer();
  const fakes = [
    "",
    " ",
    "null",
    "[]",
    "[null]",
    "{",
    '{"csp-report":1}',
    '[{"type":"csp-violation"}]',
    '{"__proto__":{}}',
  ];
  for (const fake of fakes) expect((await sendReport(server, fake)).status).toBe(204);
  expect(await detailsOf(server)).toEqual({});
  await sendReport(server, report("\n{secret}", `secret ${"x".repeat(20_000)}`));
  expect(server.logged.find(({ level }) => level === 40)).toMatchObject({
    directive: "unknown",
    blocked: "unknown",
  });
  expect(JSON.stringify(server.logged)).not.toContain("secret");
});

test.each([
  ["violations", Array.from({ length: 500 }, () => violation), "20"],
  ["others and violations", [...Array.from({ length: 19 }, () => ({ body: {} })), violation, violation], "1"],
  ["violations and nonsense", [...Array.from({ length: 20 }, () => violation), 1, null], "20"],
])("of the entries in one report, twenty are read: %s", async (_, batch, policyViolations) => {
  const server = await startServer();
  await sendReport(server, JSON.stringify(batch), "application/reports+json");
  expect(await detailsOf(server)).toEqual({ policyViolations });
});

test("only reports are accepted, and no large ones", async () => {
  const server = await startServer();
  expect((await sendReport(server, "{}", "application/json")).status).toBe(415);
  expect((await sendReport(server, JSON.stringify("x".repeat(33_000)))).status).toBe(413);
  expect((await send(server, policyReportPath)).status).toBe(405);
});

test("a client can have 30 reports a minute counted, and all clients together 20 logged", async () => {
  let now = 0;
  const logged: string[] = [];
  const log = pino({ base: undefined }, { write: (line) => void logged.push(line) });
  const { handler, details } = createPolicyReports({ log, now: () => now });
  const sendFrom = async (clientAddress: string) => {
    const request = new Request("http://localhost", { method: "POST", body: report("img-src", "inline") });
    return (await handler.fetch(request, { clientAddress } as RequestInfo)).status;
  };

  for (let i = 0; i < 40; i++) expect(await sendFrom("192.0.2.1")).toBe(204);
  expect(details()).toEqual({ policyViolations: "30" });
  // One subscriber has a whole /64.
  for (let i = 0; i < 40; i++) await sendFrom(`2001:db8::${i}`);
  expect(details()).toEqual({ policyViolations: "60" });
  expect(logged).toHaveLength(20);

  now = 60_000;
  for (let i = 0; i < 1_100; i++) await sendFrom(`10.0.${Math.floor(i / 250)}.${i % 250}`);
  expect(details()).toEqual({ policyViolations: "1060" });
  expect(logged).toHaveLength(40);
});
