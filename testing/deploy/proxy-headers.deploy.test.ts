import { request } from "node:http";
import { json } from "node:stream/consumers";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "#server/http/testing.ts";
import { freePort } from "../ports.ts";
import { requirePackages } from "./debian.ts";
import { startCaddy, startHaproxy, startNginx } from "./proxies.ts";

const forged = {
  "X-Request-Id": ["chosen-by-a-stranger", "chosen-by-a-stranger-again"],
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  "X-Forwarded-For": ["198.51.100.7", "198.51.100.8, 127.0.0.1"],
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Proto": "gopher",
  "X-Real-IP": "198.51.100.7",
  "X-Internal-Client-Address": "198.51.100.7",
  Forwarded: "for=198.51.100.7;host=evil.example",
};

type Received = { requestId: string; clientAddress: string; url: string; headers: Record<string, string> };

test.for([
  ["haproxy", startHaproxy],
  ["caddy", startCaddy],
  ["nginx-light", startNginx],
] as const)(
  "what a stranger sends in the headers that a proxy may set reaches nothing behind %s, as docs/settings.md configures it",
  async ([name, startProxy], context) => {
    requirePackages(context, name);
    const proxyPort = await freePort();
    const instance = await startServer(
      ({ url, headers }, { requestId, clientAddress }) =>
        Response.json({ requestId, clientAddress, url, headers: Object.fromEntries(headers) }),
      {
        config: {
          baseUrl: new URL(`http://localhost:${proxyPort}`),
          trustedProxies: ["127.0.0.1"],
        },
      },
    );
    const proxy = await startProxy(proxyPort, [instance.port]);
    onTestFinished(proxy.stop);

    /** @param connection names headers that a proxy may remove before it passes a request on */
    async function visit(connection: string) {
      const req = request(proxy.url, { localAddress: "127.0.0.2", headers: { ...forged, connection } });
      const [res] = (await once(req.end(), "response")) as [IncomingMessage];
      const seen = (await json(res)) as Received;
      expect(res.headers["x-request-id"]).toBe(seen.requestId);
      return seen;
    }
    const ids = new Set<string>();
    for (const connection of ["close", "close, X-Forwarded-For, X-Request-Id, traceparent"]) {
      const { requestId, clientAddress, url, headers } = await visit(connection);
      expect({ clientAddress, url }).toEqual({ clientAddress: "127.0.0.2", url: `${proxy.url}/` });
      expect(requestId).toMatch(/^[\da-f-]{32,36}$/);
      expect(JSON.stringify(headers)).not.toMatch(/198\.51|stranger|0af7651916|evil|gopher/);
      ids.add(requestId);
    }
    expect(ids.size).toBe(2);
    // Not the product's, which has hyphens.
    if (name === "nginx-light") for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/);
  },
);
