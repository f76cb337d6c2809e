import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Provider from "oidc-provider";

/** A user at the provider; `sub` is the login that they enter there. */
export type Claims = { sub: string; email: string; email_verified: unknown; name?: string };

export type TestOpenIdProvider = {
  issuer: string;
  /** Settings of a server that uses the provider. */
  env: Record<string, string>;
  /** Users at the provider, by `sub`. */
  people: Map<string, Claims>;
  close(): Promise<void>;
};

/**
 * Starts an OpenID Connect provider on a free port, with a page to sign in or cancel.
 * @param origin of the product that uses it
 */
export async function startOpenIdProvider(origin: string): Promise<TestOpenIdProvider> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  const client = { client_id: "product", client_secret: "a secret of the client" };
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [`${origin}/api/auth/callback/oidc`] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_, sub) => {
      const claims = people.get(sub);
      return claims && { accountId: sub, claims: () => claims as never };
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    /** Signing in includes consent. */
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  http.on("request", (req, res) => {
    if (req.url?.startsWith("/interaction/")) void interact(provider, req, res);
    else void handle(req, res);
  });
  return {
    issuer,
    env: {
      AUTH_OIDC_ISSUER: issuer,
      AUTH_OIDC_CLIENT_ID: client.client_id,
      AUTH_OIDC_CLIENT_SECRET: client.client_secret,
      AUTH_OIDC_NAME: "Library Card",
    },
    people,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

async function interact(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method !== "POST") {
    res.setHeader("content-type", "text/html");
    res.end(`<!doctype html><title>Provider</title><form method="post"><label>Who are you? <input name="login"></label>
      <button>Sign in</button><button name="canceled" value="yes">Cancel</button></form>`);
    return;
  }
  const form = new URLSearchParams(await text(req));
  const result = form.has("canceled")
    ? { error: "access_denied", error_description: "Canceled by the user" }
    : { login: { accountId: form.get("login") ?? "" } };
  await provider.interactionFinished(req, res, result);
}
