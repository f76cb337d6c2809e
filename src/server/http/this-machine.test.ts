import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import type { RequestInfo } from "./http-context.ts";
import { openSocket, send, startServer } from "./testing.ts";
import { isDirect, isFromThisMachine } from "./this-machine.ts";

const echo = (_: Request, { isFromThisMachine }: RequestInfo) => Response.json({ isFromThisMachine });

/** A browser's headers when a person types an address. */
const typed = {
  connection: "keep-alive",
  "cache-control": "max-age=0",
  "sec-ch-ua": '"Chromium";v="150"',
  "upgrade-insecure-requests": "1",
  "user-agent": "Mozilla/5.0",
  accept: "text/html",
  "sec-fetch-site": "none",
  "sec-fetch-mode": "navigate",
  "accept-encoding": "gzip, br",
  "accept-language": "en",
  cookie: "a=1",
  "if-none-match": '"1"',
  priority: "u=0, i",
};

const requestFrom = (
  remoteAddress: string | undefined,
  headers: Record<string, string>,
  httpVersion = "1.1",
) => ({ socket: { remoteAddress }, headers, httpVersion }) as unknown as IncomingMessage;

describe("a person on this machine", () => {
  test.each([
    ["127.0.0.1", "localhost:3000"],
    ["127.0.0.2", "127.0.0.1:3000"],
    ["::1", "[::1]:3000"],
    ["::ffff:127.0.0.1", "LOCALHOST"],
    ["127.0.0.1", "books.localhost:3000"],
  ])("is one from %s who opens %s", (address, host) => {
    expect(isFromThisMachine(requestFrom(address, { ...typed, host }))).toBe(true);
    expect(isDirect(requestFrom(address, { host }))).toBe(true);
  });

  test.each<[string, string | undefined, string | undefined]>([
    ["another machine", "192.0.2.7", "localhost:3000"],
    ["a connection that is closed", undefined, "localhost:3000"],
    ["a site whose name resolves to this machine", "127.0.0.1", "evil.example:3000"],
    ["a name that only begins with this machine's", "127.0.0.1", "localhost.evil.example"],
    ["a name with another one before an @", "127.0.0.1", "localhost:3000@evil.example"],
    ["a request without Host", "127.0.0.1", undefined],
    ["a request with an empty Host", "127.0.0.1", ""],
  ])("is not %s", (_, address, host) => {
    const request = requestFrom(address, { ...typed, ...(host !== undefined && { host }) });
    expect([isDirect(request), isFromThisMachine(request)]).toEqual([false, false]);
  });

  test("is not nginx, which passes requests on in HTTP/1.0", () => {
    const request = requestFrom("127.0.0.1", { host: "localhost:3000", connection: "close" }, "1.0");
    expect([isDirect(request), isFromThisMachine(request)]).toEqual([false, false]);
  });

  test.each(["cross-site", "same-site"])("is not who follows a link of a page that is %s", (site) => {
    const headers = { ...typed, host: "localhost:3000", "sec-fetch-site": site };
    expect(isFromThisMachine(requestFrom("127.0.0.1", headers))).toBe(false);
    expect(isDirect(requestFrom("127.0.0.1", headers))).toBe(true);
  });

  test("is not who comes with a header that browsers don't send", () => {
    const headers = { ...typed, host: "localhost:3000", "x-new-tunnel": "1" };
    expect(isFromThisMachine(requestFrom("127.0.0.1", headers))).toBe(false);
  });
});

/* What tunnels and proxies add. Each of these headers is enough. */
test.each(
  [
    [
      "forwarded",
      "via",
      "max-forwards",
      "x-forwarded",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
    ],
    [
      "x-forwarded-port",
      "x-forwarded-server",
      "x-forwarded-prefix",
      "x-forwarded-by",
      "x-original-forwarded-for",
    ],
    [
      "x-real-ip",
      "x-client-ip",
      "client-ip",
      "x-cluster-client-ip",
      "x-remote-ip",
      "x-remote-addr",
      "remote-addr",
    ],
    [
      "true-client-ip",
      "x-originating-ip",
      "x-original-host",
      "x-original-url",
      "x-scheme",
      "x-url-scheme",
      "x-host",
    ],
    ["cf-connecting-ip", "cf-ray", "cf-visitor", "cf-ipcountry", "cdn-loop"], // cloudflared
    ["fastly-client-ip", "fly-client-ip", "akamai-origin-hop", "incap-client-ip", "x-sucuri-clientip"],
    ["x-envoy-external-address", "x-envoy-expected-rq-timeout-ms", "x-amzn-trace-id", "x-amz-cf-id"],
    [
      "x-azure-clientip",
      "x-arr-ssl",
      "x-ms-proxy",
      "x-vercel-id",
      "x-appengine-user-ip",
      "x-cloud-trace-context",
    ],
    [
      "x-nginx-proxy",
      "proxy-connection",
      "wl-proxy-client-ip",
      "x-proxyuser-ip",
      "x-varnish",
      "x-bluecoat-via",
    ],
    [
      "ngrok-skip-browser-warning",
      "bypass-tunnel-reminder",
      "x-tunnel-id",
      "tailscale-user-login",
      "x-exposed-by",
    ],
  ].flat(),
)("a request with %s is not direct", (name) => {
  const headers = { host: "localhost:3000", [name]: "1" };
  expect(isDirect(requestFrom("127.0.0.1", headers))).toBe(false);
});

test("headers of local programs are direct", () => {
  for (const name of [
    "authorization",
    "idempotency-key",
    "x-requested-with",
    "traceparent",
    "x-trip",
    "x-api-key",
  ])
    expect([name, isDirect(requestFrom("127.0.0.1", { host: "localhost:3000", [name]: "1" }))]).toEqual([
      name,
      true,
    ]);
});

describe("a server for this machine only", () => {
  test("answers it, and nothing to others but whether it runs", async () => {
    const server = await startServer(echo, { isForThisMachine: true });
    expect((await send(server, "/", { headers: typed })).text).toBe('{"isFromThisMachine":true}');
    const others: Record<string, string>[] = [{ "x-forwarded-for": "192.0.2.1" }, { host: "evil.example" }];
    for (const headers of others) {
      for (const path of ["/", "/login", "/api/auth/get-session", "/assets/x.js", "/files/x"]) {
        const { status, text } = await send(server, path, { headers });
        expect([path, status]).toEqual([path, 403]);
        expect(text).toContain("This is for the machine that the server runs on");
      }
      expect((await send(server, "/up", { headers })).status).toBe(200);
    }
  });

  test("has no exception for a proxy that is trusted", async () => {
    const config = { trustedProxies: ["127.0.0.1"] };
    const server = await startServer(echo, { isForThisMachine: true, config });
    expect((await send(server, "/", { headers: { "x-forwarded-for": "127.0.0.1" } })).status).toBe(403);
  });

  test("gives others no WebSocket of Vite", async () => {
    const development = { middleware: () => undefined, upgradeEvents: new EventEmitter() };
    let upgrades = 0;
    development.upgradeEvents.on("upgrade", () => upgrades++);
    const server = await startServer(echo, { isForThisMachine: true, development });
    const socket = await openSocket(server);
    const head = `GET / HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nConnection: upgrade\r\nUpgrade: websocket\r\n`;
    socket.write(`${head}X-Forwarded-For: 192.0.2.1\r\n\r\n`);
    expect(await socket.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 403 /);
    expect(upgrades).toBe(0);
  });
});

test("a public server answers everyone, and tells who is on this machine", async () => {
  const server = await startServer(echo);
  const isHere = async (headers: Record<string, string>) =>
    (JSON.parse((await send(server, "/", { headers })).text) as { isFromThisMachine: boolean })
      .isFromThisMachine;
  expect(await isHere(typed)).toBe(true);
  expect(await isHere({ ...typed, "x-forwarded-for": "127.0.0.1" })).toBe(false);
});

test("in development, other sites' pages open no file in the editor", async () => {
  const server = await startServer(echo, {
    development: { middleware: (_, res) => res.end("opened") },
  });
  const open = (site: string) =>
    send(server, "/__open-in-editor?file=package.json", { headers: { ...typed, "sec-fetch-site": site } });
  expect((await open("same-origin")).text).toBe("opened");
  for (const site of ["cross-site", "same-site"]) expect((await open(site)).status).toBe(403);
});
