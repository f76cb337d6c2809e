import { expect, test } from "vitest";
import { send, startServer } from "./testing.ts";

const warning = expect.objectContaining({ level: 40, peer: "127.0.0.1" }) as unknown;

test.each(["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip", "via"])(
  "an operator learns once, from the log and from /ready, that a proxy with %s is not trusted",
  async (name) => {
    const server = await startServer();
    await send(server, "/");
    expect(JSON.parse((await send(server, "/ready")).text)).toEqual({ ready: true, details: {} });
    for (let i = 0; i < 3; i++) await send(server, "/", { headers: { [name]: "for=192.0.2.1" } });
    expect(JSON.parse((await send(server, "/ready")).text)).toEqual({
      ready: true,
      details: { proxies: expect.stringContaining("TRUSTED_PROXIES") as unknown },
    });
    expect(server.logged.filter(({ level }) => level === 40)).toEqual([warning]);
  },
);

test("nothing is reported about a trusted proxy", async () => {
  const server = await startServer(undefined, { config: { trustedProxies: ["127.0.0.0/8"] } });
  await send(server, "/", { headers: { "x-forwarded-for": "192.0.2.1", forwarded: "for=192.0.2.1" } });
  expect(JSON.parse((await send(server, "/ready")).text)).toEqual({ ready: true, details: {} });
  expect(server.logged.filter(({ level }) => level === 40)).toEqual([]);
});
