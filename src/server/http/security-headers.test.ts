import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./security-headers.ts";
import { send, startServer } from "./testing.ts";

/** A policy's directives by name. */
function directives(policy: unknown): Record<string, string> {
  return Object.fromEntries(
    String(policy)
      .split("; ")
      .map((directive) => [directive.split(" ", 1)[0], directive.slice(directive.indexOf(" ") + 1)]),
  );
}

test("every response has the security headers", async () => {
  const server = await startServer(({ url }) => {
    if (url.endsWith("/throws")) throw new Error("broken");
    return new Response("hello");
  });
  const responses = [
    await send(server, "/"),
    await send(server, "/throws"),
    await send(server, "/up"),
    await send(server, "/ready"),
    await send(server, "/%"),
    await send(server, "/", { headers: { host: `127.0.0.1:${server.port}` } }),
    await send(server, "/", { method: "POST" }),
    await send(server, "/", { headers: { "x-large": "x".repeat(17_000) } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 500, 200, 200, 400, 308, 403, 431]);
  for (const { headers } of responses) {
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "origin-agent-cluster": "?1",
      "permissions-policy": expect.stringMatching(
        /camera=\(\).*microphone=\(\).*publickey-credentials-get=\(self\)/,
      ),
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-request-id": expect.stringMatching(/^[\w-]{16,}$/),
      "cache-control": "no-store",
    });
    expect(headers).not.toHaveProperty("strict-transport-security");
  }
});

test("the handler and the browser get the same nonce, and each response another one", async () => {
  const server = await startServer((_request, { nonce }) => new Response(nonce));
  const [first, second] = [await send(server, "/"), await send(server, "/")];
  expect(first.text).toMatch(/^[\w-]{22,}$/);
  expect(directives(first.headers["content-security-policy"])["script-src"]).toBe(
    `'self' 'nonce-${first.text}'`,
  );
  expect(directives(first.headers["content-security-policy"])["style-src"]).toBe(
    `'self' 'nonce-${first.text}'`,
  );
  expect(second.text).not.toBe(first.text);
});

test("only our own scripts run, and nothing is loaded from other sites", () => {
  expect(directives(contentSecurityPolicy({ inline: ["'nonce-abc'"] }))).toEqual({
    "default-src": "'none'",
    "script-src": "'self' 'nonce-abc'",
    "style-src": "'self' 'nonce-abc'",
    "style-src-attr": "'unsafe-inline'",
    "img-src": [
      "'self' data:",
      "blob:", // optional: images
    ].join(" "),
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "default",
    "report-uri": "/api/policy-reports",
  });
});

test("with a CDN, files may come from it as well, and nothing else may", () => {
  const own = directives(contentSecurityPolicy({ inline: ["'nonce-abc'"] }));
  const withCdn = directives(
    contentSecurityPolicy({ inline: ["'nonce-abc'"], assetsOrigin: "https://cdn.example.com" }),
  );
  const changed = Object.keys(withCdn).filter((name) => withCdn[name] !== own[name]);
  expect(changed).toEqual(["script-src", "style-src", "img-src", "font-src", "connect-src"]);
  for (const name of changed) {
    expect(withCdn[name]?.replace(" https://cdn.example.com", "")).toBe(own[name]);
  }
});

test("violations are reported in both ways that browsers know, the newer for https only", async () => {
  const server = await startServer(undefined, { config: { baseUrl: new URL("https://books.example") } });
  const { headers } = await send(server, "/");
  expect(headers["reporting-endpoints"]).toBe('policy="/api/policy-reports"');
  expect(directives(headers["content-security-policy"])).toMatchObject({
    "report-uri": "/api/policy-reports",
    "report-to": "policy",
  });
});

test("in development, Vite's WebSocket and styles are allowed too, but no other scripts", () => {
  const policy = directives(contentSecurityPolicy({ inline: ["'nonce-abc'"], isDevelopment: true }));
  expect(policy["connect-src"]).toBe("'self' ws: wss:");
  expect(policy["style-src"]).toBe("'self' 'unsafe-inline'");
  expect(policy["script-src"]).toBe("'self' 'nonce-abc'");
});

test("forms can be allowed to redirect to a provider", () => {
  const policy = contentSecurityPolicy({ formAction: ["https://github.com"] });
  expect(directives(policy)["form-action"]).toBe("'self' https://github.com");
});

test("Strict-Transport-Security is sent only if BASE_URL is https", async () => {
  const server = await startServer(undefined, { config: { baseUrl: new URL("https://books.example") } });
  const { headers } = await send(server, "/");
  expect(headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
});

test("the handler's own cache and security headers are kept, and cookies stay separate", async () => {
  const server = await startServer(
    () =>
      new Response("hello", {
        headers: [
          ["cache-control", "private, max-age=60"],
          ["referrer-policy", "no-referrer"],
          ["content-security-policy", "sandbox"],
          ["set-cookie", "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT"],
          ["set-cookie", "b=2"],
        ],
      }),
  );
  const { headers } = await send(server, "/");
  expect(headers["cache-control"]).toBe("private, max-age=60");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["content-security-policy"]).toBe("sandbox");
  expect(headers["set-cookie"]).toEqual(["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]);
});
