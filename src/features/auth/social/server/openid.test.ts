import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuthContext } from "better-auth";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openIdPlugin } from "./openid.ts";

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

/** Initializes the plugin. @returns a function that starts a sign-in */
function createProvider() {
  const settings = { issuer: `${issuer}/`, name: "Provider", clientId: "client", clientSecret: "secret" };
  const plugin = openIdPlugin({ ...settings, isSignUpAllowed: true });
  const context = { socialProviders: [], logger: { error: () => undefined } } as unknown as AuthContext;
  const [provider] = Object.assign(context, plugin.init(context).context).socialProviders;
  return () =>
    provider?.createAuthorizationURL({
      state: "state",
      codeVerifier: "v".repeat(43),
      redirectURI: "http://localhost:3000/api/auth/callback/oidc",
      idTokenNonce: "nonce",
    });
}

test("the provider is discovered once, on first use", async () => {
  const begin = createProvider();
  expect(asked).toBe(0);
  const url = await begin();
  await begin();
  expect(asked).toBe(1);
  expect(`${url?.origin}${url?.pathname}`).toBe(`${issuer}/authorize`);
  expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
    scope: "openid email profile",
    nonce: "nonce",
    state: "state",
    code_challenge_method: "S256",
  });
});

test("an unreachable provider is tried again", async () => {
  description = undefined;
  const begin = createProvider();
  await expect(begin()).rejects.toMatchObject({ body: { code: "INVALID_OAUTH_CONFIGURATION" } });
  description = described();
  expect((await begin())?.origin).toBe(issuer);
});

test.each([
  { issuer: "https://evil.example" },
  { jwks_uri: undefined },
  { authorization_endpoint: undefined },
])("a discovery document with %j is rejected", async (changes) => {
  description = described(changes);
  await expect(createProvider()()).rejects.toMatchObject({ body: { code: "INVALID_OAUTH_CONFIGURATION" } });
});
