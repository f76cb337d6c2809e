import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { completeSignIn, setCookies } from "../../server/complete-sign-in.ts";
import { noBody } from "../../server/endpoint-rules.ts";
import { clientOf } from "../../server/request-client.ts";
import { post } from "../../sessions/server/endpoint-session.ts";
import { usedCredentialSchema } from "../schema.ts";
import { requestPasskey, signInWithPasskey } from "./sign-in-with-passkey.ts";

/**
 * Sign-in with passkeys as better-auth endpoints, on the paths of better-auth's own plugin, which lacks single-use
 * challenges and rate limits in the database (docs/decisions/0014-passkeys.md).
 */
export function passkeyEndpoints(services: Parameters<typeof signInWithPasskey>[0]) {
  const generatePasskeyAuthenticationOptions = createAuthEndpoint(
    "/passkey/generate-authenticate-options",
    { ...post, body: noBody },
    ({ headers, responseHeaders, json }) => {
      const { options, ...cookies } = requestPasskey(services, clientOf(headers));
      setCookies(responseHeaders, cookies.setCookies);
      return Promise.resolve(json(options));
    },
  );

  const verifyPasskeyAuthentication = createAuthEndpoint(
    "/passkey/verify-authentication",
    {
      ...post,
      body: z.strictObject({ response: usedCredentialSchema }),
    },
    async (context) => {
      const { response } = context.body;
      return await completeSignIn(
        context,
        await signInWithPasskey(services, clientOf(context.headers), response),
      );
    },
  );

  const endpoints = { generatePasskeyAuthenticationOptions, verifyPasskeyAuthentication };
  return { id: "passkey", endpoints } satisfies BetterAuthPlugin;
}
