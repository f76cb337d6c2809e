import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, formCsrfMiddleware } from "better-auth/api";
import { z } from "zod";
import { requestSignInCode, signInWithCode, type SignInServices } from "../codes/server/sign-in-with-code.ts";
import { authErrors } from "../errors/definitions.ts";
import { usedCredentialSchema } from "../passkeys/schema.ts";
import { requestPasskey, signInWithPasskey } from "../passkeys/server/sign-in-with-passkey.ts";
import { clientOf } from "./request-client.ts";
import { apiError, type Failure, type SignedIn } from "./results.ts";

const post = { method: "POST" as const, requireHeaders: true as const, use: [formCsrfMiddleware] };

/**
 * Sign-in with codes and passkeys as better-auth endpoints, on the paths of better-auth's own plugins. Those plugins lack
 * this product's rules: a code for each browser, rate limits in the database, single-use challenges, the same response
 * for every email (docs/decisions/0005-email-codes.md, 0014-passkeys.md).
 */
export function signInEndpoints(services: SignInServices) {
  const sendCode = createAuthEndpoint(
    "/email-otp/send-verification-otp",
    { ...post, body: z.strictObject({ email: z.string(), type: z.literal("sign-in") }) },
    async ({ body, headers, request, responseHeaders, json }) => {
      const language = services.languageOf({ url: request?.url ?? services.config.baseUrl.href, headers });
      const sent = await requestSignInCode(services, clientOf(headers), { email: body.email, language });
      if (!sent.ok) throw apiError(sent);
      setCookies(responseHeaders, sent.setCookies);
      return json({ success: true });
    },
  );

  const enterCode = createAuthEndpoint(
    "/sign-in/email-otp",
    { ...post, body: z.strictObject({ email: z.string(), otp: z.string() }) },
    async ({ body: { email, otp }, headers, responseHeaders, json }) =>
      json(
        complete(await signInWithCode(services, clientOf(headers), { email, code: otp }), responseHeaders),
      ),
  );

  const passkeyOptions = createAuthEndpoint(
    "/passkey/generate-authenticate-options",
    post,
    ({ headers, responseHeaders, json }) => {
      const { options, ...cookies } = requestPasskey(services, clientOf(headers));
      setCookies(responseHeaders, cookies.setCookies);
      return Promise.resolve(json(options));
    },
  );

  const enterPasskey = createAuthEndpoint(
    "/passkey/verify-authentication",
    { ...post, body: z.strictObject({ response: usedCredentialSchema }) },
    async ({ body, headers, responseHeaders, json }) =>
      json(complete(await signInWithPasskey(services, clientOf(headers), body.response), responseHeaders)),
  );

  const $ERROR_CODES = Object.fromEntries(
    Object.entries(authErrors).map(([code, { message }]) => [code, { code, message }]),
  );
  const endpoints = { sendCode, enterCode, passkeyOptions, enterPasskey };
  return { id: "sign-in", endpoints, $ERROR_CODES } satisfies BetterAuthPlugin;
}

/** Sets the cookies of a user who has signed in. @returns what the browser may know of them */
function complete(result: SignedIn | Failure, responseHeaders: Headers) {
  if (!result.ok) throw apiError(result);
  setCookies(responseHeaders, result.setCookies);
  const { id, name, email, emailVerified, onboardedAt } = result.user;
  return { user: { id, name, email, emailVerified, onboardedAt } };
}

function setCookies(responseHeaders: Headers, cookies: string[]): void {
  for (const cookie of cookies) responseHeaders.append("set-cookie", cookie);
}
