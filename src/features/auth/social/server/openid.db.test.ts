import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { anotherInstance, createBrowser, testAuth } from "../../testing.ts";

const env = testAuth();

let http: Server;
let issuer: string;
/** The provider's discovery document; undefined while it is unreachable. */
let description: object | undefined;
let asked = 0;

beforeEach(async () => {
  asked = 0;
  http = createServer((_, res) => {
    asked++;
    if (!description) return void res.writeHead(503).end();
    res.setHeader("content-type", "application/json").end(JSON.stringify(description));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  description = described();
});
afterEach(() => new Promise((resolve) => http.close(resolve)));

const described = (changes: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  id_token_signing_alg_values_supported: ["RS256"],
  ...changes,
});

/** Starts the service with the provider. @returns a function that starts a sign-in */
function createProvider() {
  const oidc = { issuer: `${issuer}/`, name: "Provider", clientId: "client", clientSecret: "secret" };
  const browser = createBrowser(anotherInstance(env, { auth: { oidc } }));
  return () => browser.post("/sign-in/social", { provider: "oidc" });
}

const unusable = { status: 503, body: { code: "INVALID_OAUTH_CONFIGURATION" } };

test("the provider is discovered once, on first use", async () => {
  const begin = createProvider();
  expect(asked).toBe(0);
  const { body } = await begin();
  await begin();
  expect(asked).toBe(1);
  const url = new URL((body as { url: string }).url);
  expect(url.origin + url.pathname).toBe(`${issuer}/authorize`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    scope: "openid email profile",
    nonce: expect.any(String),
    state: expect.any(String),
    code_challenge_method: "S256",
  });
});

test("an unreachable provider is tried again", async () => {
  description = undefined;
  const begin = createProvider();
  expect(await begin()).toMatchObject(unusable);
  description = described();
  expect((await begin()).status).toBe(200);
});

test.each([
  { issuer: "https://evil.example" },
  { jwks_uri: undefined },
  { authorization_endpoint: undefined },
])("a discovery document with %j is rejected", async (changes) => {
  description = described(changes);
  expect(await createProvider()()).toMatchObject(unusable);
});
