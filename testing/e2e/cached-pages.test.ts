import { hash } from "node:crypto";
import { vi } from "vitest";
import { waitForHydration } from "./support/interactions.ts";
import { expect, test } from "./support/test.ts";

/** Signed-out pages that are sent from the cache (docs/decisions/0044-cached-pages.md). */

const pages = [
  "/login",
  "/login?redirect=%2Fapp%2Fbooks",
  "/login/verify?email=a.b%2Bc%40x-y.example.org",
  "/login/verify?redirect=/manager/books&email=ada@example.com",
  "/login/error?error=access_denied",
  "/login/error?error=signup_disabled",
  "/nothing",
  "/nothing/Here-at_all",
];
const cookies = [
  "",
  "theme=dark",
  "theme=light; timeZone=Africa/Nairobi; sidebar=collapsed; flyleaf.browser=x",
];
const variants = pages.flatMap((path) =>
  ["en", "fr", "ar", "sw"].flatMap((language) => cookies.map((cookie) => ({ path, language, cookie }))),
);

type Visit = { path: string; headers: Record<string, string> };

async function visit(origin: string, { path, headers }: Visit) {
  const response = await fetch(origin + path, {
    headers: { accept: "text/html", ...headers },
    redirect: "manual",
  });
  const policy = response.headers.get("content-security-policy") ?? "";
  return {
    status: response.status,
    policy,
    isCached: !policy.includes("'nonce-"),
    html: await response.text(),
  };
}

/** Visits a page until it comes from the cache. */
async function visitCached(origin: string, request: Visit) {
  return await vi.waitFor(
    async () => {
      const page = await visit(origin, request);
      expect(page.isCached).toBe(true);
      return page;
    },
    { timeout: 10_000, interval: 20 },
  );
}

/** A page without what differs each time that it is rendered: its nonce, and the times of its data. */
function comparable(html: string): string {
  return html
    .replaceAll(/ nonce="[^"]*"|<meta property="csp-nonce"[^>]*>/g, "")
    .replaceAll(/\b(u|\w+At):\d{10,}/g, "$1:0");
}

test("a page from the cache is the one that the visitor would get without it, in every variant", async ({
  server,
}) => {
  for (const { path, language, cookie } of variants) {
    const headers = { "accept-language": language, ...(cookie && { cookie }) };
    const fresh = await visit(server.url, { path, headers: { ...headers, accept: "*/*" } });
    expect(fresh.isCached).toBe(false);
    const cached = await visitCached(server.url, { path, headers });
    expect(cached.status).toBe(fresh.status);
    expect(comparable(cached.html)).toBe(comparable(fresh.html));
    for (const encoding of ["br", "gzip", "identity"]) {
      const encoded = await visit(server.url, { path, headers: { ...headers, "accept-encoding": encoding } });
      expect(encoded.html).toBe(cached.html);
    }
  }
});

test("a cached page runs exactly its own inline scripts", async ({ newPage, server }) => {
  const { policy, html } = await visitCached(server.url, {
    path: "/login",
    headers: { "accept-language": "en" },
  });
  const scripts = [...html.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].flatMap(([, text]) => text || []);
  const hashes = scripts.map((text) => `'sha256-${hash("sha256", text, "base64")}'`);
  expect(hashes.length).toBeGreaterThan(2);
  expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe(["'self'", ...hashes].join(" "));
  expect(html).not.toContain("nonce");

  const page = await newPage();
  const loaded = await page.goto("/login");
  expect(await loaded?.headerValue("content-security-policy")).toContain("'sha256-");
  await waitForHydration(page);
  await page.getByLabel("Email").fill("nobody");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("alert").first().textContent()).toBe("Email is invalid");
});

test.for([
  ["a session", "/login", { cookie: "flyleaf.session=x" }],
  ["an administrator's session", "/login", { cookie: "flyleaf.administrator=x" }],
  ["a message from the last response", "/login", { cookie: "flash=e30" }],
  ["an unknown cookie", "/login", { cookie: "theme=dark; other=x" }],
  ["the same cookie twice", "/login", { cookie: "theme=dark; theme=light" }],
  ["an API key", "/login", { authorization: "Bearer x" }],
  ["an unknown parameter", "/login?a=b", {}],
  ["a parameter twice", "/login?redirect=%2Fa&redirect=%2Fb", {}],
  ["a chosen language", "/login?lng=fr", {}],
  ["text that would need escaping", "/login?redirect=%2F%22%3E", {}],
  ["an invalid email", "/login/verify?email=x", {}],
] as const)("a page of a request with %s is not from the cache", async ([, path, headers], { server }) => {
  for (let count = 0; count < 3; count += 1)
    expect((await visit(server.url, { path, headers: { ...headers } })).isCached).toBe(false);
});

test("a signed-in user is redirected from a page that is cached for others", async ({
  newPageOf,
  server,
}) => {
  await visitCached(server.url, { path: "/login", headers: { "accept-language": "en" } });
  const page = await newPageOf();
  await page.goto("/login");
  expect(new URL(page.url()).pathname).toBe("/app");
});
