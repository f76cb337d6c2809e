import { randomBytes } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, formCsrfMiddleware } from "better-auth/api";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { Secrets } from "#server/secret.ts";
import {
  cookieAttributes,
  cookiePrefix,
  readCookie,
  readSessionCookie,
} from "#features/auth/server/cookies.ts";
import { letIn } from "#features/auth/sessions/server/let-in.ts";
import { challengeSeconds } from "#features/auth/limits.ts";
import { deviceOf } from "#features/auth/server/client-device.ts";
import { createChallenge } from "./challenge.ts";
import { passkeyErrors, passkeyRefusalError } from "./errors.ts";
import { usedCredentialSchema } from "../schema.ts";
import { signInWithPasskey } from "./sign-in-with-passkey.ts";
import { requestOptions } from "./webauthn.ts";

type PasskeyPluginOptions = { config: Pick<Config, "baseUrl">; database: Database; secrets: Secrets };

/**
 * Sign-in with a passkey, on the paths of better-auth's own plugin, which can't keep this product's rules: it lets in
 * who did not unlock their device, and keeps challenges that can be used again. Adding and removing passkeys are
 * operations of the account.
 */
export function passkeyPlugin(options: PasskeyPluginOptions) {
  const { config, secrets } = options;
  const cookie = `${cookiePrefix(config)}.passkey`;
  const attributes = cookieAttributes(config);

  const ask = createAuthEndpoint(
    "/passkey/generate-authenticate-options",
    { method: "POST", requireHeaders: true, use: [formCsrfMiddleware] },
    (context) => {
      // Several tabs of a browser may ask: what they have in common stays.
      const browser = browserIn(context.headers) ?? randomBytes(32).toString("base64url");
      context.setCookie(cookie, browser, { ...attributes, maxAge: challengeSeconds });
      const challenge = createChallenge(secrets, `browser ${browser}`);
      return context.json(requestOptions(config.baseUrl, challenge));
    },
  );

  const signIn = createAuthEndpoint(
    "/passkey/verify-authentication",
    {
      method: "POST",
      requireHeaders: true,
      use: [formCsrfMiddleware],
      body: z.strictObject({ response: usedCredentialSchema }),
    },
    async (context) => {
      const { headers } = context;
      const signedIn = await signInWithPasskey(options, {
        credential: context.body.response,
        browser: browserIn(headers),
        device: deviceOf(headers),
        currentToken: readSessionCookie(options, headers),
      });
      if ("refused" in signedIn) throw passkeyRefusalError(signedIn);
      return context.json(await letIn(context, signedIn, { cookie, attributes }));
    },
  );

  return {
    id: "passkey",
    endpoints: { askForPasskey: ask, signInWithPasskey: signIn },
    $ERROR_CODES: passkeyErrors,
  } satisfies BetterAuthPlugin;

  function browserIn(headers: Headers): string | undefined {
    const value = readCookie(headers, cookie);
    return value && /^[\w-]{43}$/.test(value) ? value : undefined;
  }
}
