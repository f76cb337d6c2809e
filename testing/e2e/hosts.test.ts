import { databaseUrl } from "#server/database/connection.ts";
import { brand } from "#brand/brand.ts";
import { createAuthClient } from "../auth-client.ts";
import { createTestDatabase } from "../database.ts";
import { fetchWithHost } from "../fetch-with-host.ts";
import { freePort } from "../ports.ts";
import { startServer } from "./support/server.ts";
import { userAccount } from "./support/places.ts";
import { enterCode } from "./support/sign-in.ts";
import { expect, newAddress, test as base } from "./support/test.ts";

/* A product with further hosts (AUTH_ALLOWED_HOSTS) and a companion app (AUTH_TRUSTED_ORIGINS). */

const secure = "https://books.example.org";
const app = "myapp://";

const test = base.extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
  const database = await createTestDatabase();
  const port = String(await freePort());
  const server = await startServer({
    PORT: port,
    DATABASE_URL: databaseUrl(database.connection),
    AUTH_SECRET: "s".repeat(32),
    AUTH_ALLOWED_HOSTS: `second.localhost:${port}, ${secure}`,
    AUTH_TRUSTED_ORIGINS: app,
    // optional: social
    AUTH_GITHUB_CLIENT_ID: "client",
    AUTH_GITHUB_CLIENT_SECRET: "secret",
    // end: social
  });
  onCleanup(async () => {
    await server.stop();
    await database.drop();
  });
  return server;
});

/** A client at one of the product's addresses, whose name needs no DNS. */
const clientAt = (url: string, origin: string) =>
  createAuthClient(url, undefined, { host: new URL(origin).host, origin });

test("a browser signs in at each host by itself, by mails that lead back to that host", async ({
  newPage,
  server,
  addPerson,
}) => {
  const second = server.url.replace("localhost", "second.localhost");
  const { email } = await addPerson();
  const page = await newPage();
  await page.goto(`${second}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Email").press("Enter");
  await page.waitForURL(`${second}/login/verify?**`);
  const { text } = await server.mail.waitFor(email);
  expect(text.match(/https?:\/\/[^/\s]+/g)).toEqual([second, second]);
  await enterCode(page, /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? "");
  await page.waitForURL((url) => url.origin === second && !url.pathname.startsWith("/login"));

  await page.goto(`${server.url}/account`);
  await page.waitForURL(`${server.url}/login?redirect=%2Faccount`);
  await page.goto(`${second}/account`);
  await page.waitForURL(second + userAccount);
  const domains = (await page.context().cookies())
    .filter(({ name }) => name === `${brand.prefix}.session`)
    .map(({ domain }) => domain);
  expect(domains).toEqual(["second.localhost"]);
});

test("cookies, links, addresses and headers are those of the host and its scheme", async ({
  server,
  addPerson,
}) => {
  const { email } = await addPerson();
  const client = clientAt(server.url, secure);
  expect((await client.requestCode(email)).status).toBe(200);
  const { text } = await server.mail.waitFor(email);
  expect(text.match(/https?:\/\/[^/\s]+/g)).toEqual([secure, secure]);
  const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? "";
  expect((await client.verifyCode(email, code)).status).toBe(200);
  expect([...client.cookies.keys()]).toContain(`__Host-${brand.prefix}.session`);

  const headers = { host: new URL(secure).host };
  const read = (path: string) => fetchWithHost(server.url + path, { headers });
  const login = await read("/login");
  expect(login.headers.get("strict-transport-security")).toBeTruthy();
  expect(await login.text()).toMatch(new RegExp(`property="og:image" content="${secure}/`));
  expect((await read("/app")).headers.get("location")).toBe("/login?redirect=%2Fapp");
  expect(await (await read("/.well-known/security.txt")).text()).toContain(
    `Canonical: ${secure}/.well-known/security.txt`,
  );
  expect((await fetch(`${server.url}/login`)).headers.get("strict-transport-security")).toBeNull();
});

// optional: rest
test("REST is described with each host's address, whichever was asked for first", async ({ server }) => {
  for (const origin of [server.url, secure]) {
    const { host } = new URL(origin);
    const read = (path: string) => fetchWithHost(server.url + path, { headers: { host } });
    expect(await (await read("/api/openapi.json")).json()).toMatchObject({
      servers: [{ url: `${origin}/api/rest` }],
    });
    const other = origin === secure ? server.url : secure;
    const docs = await (await read("/api/docs")).text();
    expect(docs).toContain(origin);
    expect(docs).not.toContain(other);
  }
});
// end: rest

// optional: social
test("a sign-in provider leads back to the host that asked", async ({ server }) => {
  for (const origin of [server.url, secure]) {
    const response = await fetchWithHost(`${server.url}/api/auth/sign-in/social`, {
      method: "POST",
      headers: { host: new URL(origin).host, origin, "content-type": "application/json" },
      body: JSON.stringify({ provider: "github", callbackURL: "/" }),
    });
    const { url } = (await response.json()) as { url: string };
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${origin}/api/auth/callback/github`);
  }
});
// end: social

// optional: passkeys
test("passkeys belong to the host", async ({ server }) => {
  for (const origin of [server.url, secure]) {
    const { host, hostname } = new URL(origin);
    const response = await fetchWithHost(`${server.url}/api/auth/passkey/generate-authenticate-options`, {
      method: "POST",
      headers: { host, origin },
    });
    expect(await response.json()).toMatchObject({ rpId: hostname });
  }
});
// end: passkeys

test("a forged host changes nothing: its mails and pages are those of BASE_URL", async ({
  server,
  addPerson,
}) => {
  const forged = {
    "x-forwarded-host": new URL(secure).host,
    "x-forwarded-proto": "https",
    forwarded: `host=${new URL(secure).host};proto=https`,
  };
  for (const host of ["evil.example", "books.example.org.evil.example", "books.example.org:8443"]) {
    const { email } = await addPerson();
    const client = createAuthClient(server.url, undefined, { host, ...forged });
    expect((await client.requestCode(email)).status).toBe(200);
    const { text } = await server.mail.waitFor(email);
    expect(text.match(/https?:\/\/[^/\s]+/g)).toEqual([server.url, server.url]);
  }
  // A page of one host can't change anything at another, and none at a host that isn't listed.
  for (const [at, from] of [
    [server.url, secure],
    [secure, server.url],
    ["https://evil.example", "https://evil.example"],
  ] as const) {
    const client = createAuthClient(server.url, undefined, { host: new URL(at).host, origin: from });
    expect((await client.requestCode(newAddress())).status).toBe(403);
  }
});

test("a companion app signs in with a code, calls the API and signs out, without a browser", async ({
  server,
  addPerson,
}) => {
  const { email } = await addPerson();
  const native = createAuthClient(server.url, undefined, { origin: app });
  const send = (method: string, path: string, body?: object) =>
    fetch(server.url + path, {
      method,
      headers: { ...native.headers(), origin: app, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect((await native.requestCode(email)).status).toBe(200);
  const signedIn = await native.verifyCode(email, await server.mail.codeFor(email));
  expect(signedIn).toMatchObject({ status: 200, body: { user: { email } } });
  expect((await native.session()).body).toMatchObject({ user: { email } });
  expect(await native.call("auth/listSessions")).toMatchObject([{ isCurrent: true }]);
  // optional: rest
  expect(await (await send("GET", "/api/rest/account/sessions")).json()).toMatchObject([{ isCurrent: true }]);
  expect((await send("PUT", "/api/rest/account/name", { name: "Nia Native" })).status).toBe(200);
  // end: rest
  expect((await send("POST", "/api/auth/sign-out")).status).toBe(200);
  expect((await native.session()).body).toBeNull();
});

test("another app, or a site that names the app's origin, is rejected", async ({ server }) => {
  const strange = [
    { origin: "other://" },
    { origin: "myapp://evil.example" },
    { origin: "null" },
    { origin: app, "sec-fetch-site": "cross-site" },
  ];
  for (const headers of strange) {
    const client = createAuthClient(server.url, undefined, headers as Record<string, string>);
    expect((await client.requestCode(newAddress())).status).toBe(403);
  }
});

base("without the settings, an app is rejected", async ({ server }) => {
  const client = createAuthClient(server.url, undefined, { origin: app });
  expect((await client.requestCode(newAddress())).status).toBe(403);
});
