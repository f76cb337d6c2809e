import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { applyMailLink } from "../codes/server/use-mail-link.ts";
import { requestSignInCode, signInWithCode, type SignInServices } from "../codes/server/sign-in-with-code.ts";
import { mailLinkPurposes } from "../codes/server/mail-links.ts";
import { described, noBody } from "./endpoint-rules.ts";
import { usedCredentialSchema } from "../passkeys/schema.ts";
import { requestPasskey, signInWithPasskey } from "../passkeys/server/sign-in-with-passkey.ts";
import { post } from "../sessions/server/endpoint-session.ts";
import { clientOf } from "./request-client.ts";
import { apiError, type Failure, type SignedIn } from "./results.ts";

/**
 * Sign-in with codes and passkeys as better-auth endpoints, on the paths of better-auth's own plugins. Those plugins lack
 * this product's rules: a code for each browser, rate limits in the database, single-use challenges, the same response
 * for every email (docs/decisions/0005-email-codes.md, 0014-passkeys.md).
 */
export function signInEndpoints(services: SignInServices) {
  const languageOf = ({ headers, request }: { headers: Headers; request?: Request | undefined }) =>
    services.languageOf({ url: request?.url ?? services.config.baseUrl.href, headers });

  const sendVerificationOTP = createAuthEndpoint(
    "/email-otp/send-verification-otp",
    {
      ...post,
      body: z
        .strictObject({ email: z.string(), type: z.literal("sign-in") })
        .meta({ examples: [{ email: "ada@example.com", type: "sign-in" }] }),
      ...described("Send a code to sign in with"),
    },
    async ({ body, headers, request, responseHeaders, json }) => {
      const requested = { email: body.email, language: languageOf({ headers, request }) };
      const sent = await requestSignInCode(services, clientOf(headers), requested);
      if (!sent.ok) throw apiError(sent);
      setCookies(responseHeaders, sent.setCookies);
      return json({ success: true });
    },
  );

  const useMailLink = createAuthEndpoint(
    "/email-otp/use-link",
    {
      ...post,
      body: z.strictObject({ purpose: z.enum(mailLinkPurposes), token: z.string() }),
      ...described("Use a link in a mail with a code"),
    },
    async ({ body, headers, request, responseHeaders, json }) => {
      const link = { ...body, language: languageOf({ headers, request }) };
      const used = await applyMailLink(services, clientOf(headers), link);
      if (!used.ok) throw apiError(used);
      setCookies(responseHeaders, used.setCookies);
      return json({ email: used.email });
    },
  );

  const signInEmailOTP = createAuthEndpoint(
    "/sign-in/email-otp",
    {
      ...post,
      body: z
        .strictObject({ email: z.string(), otp: z.string() })
        .meta({ examples: [{ email: "ada@example.com", otp: "123456" }] }),
      ...described("Sign in with the code that was sent"),
    },
    async (context) => {
      const { email, otp: code } = context.body;
      return await complete(
        context,
        await signInWithCode(services, clientOf(context.headers), { email, code }),
      );
    },
  );

  const generatePasskeyAuthenticationOptions = createAuthEndpoint(
    "/passkey/generate-authenticate-options",
    { ...post, body: noBody, ...described("Start signing in with a passkey") },
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
      ...described("Sign in with a passkey"),
    },
    async (context) => {
      const { response } = context.body;
      return await complete(context, await signInWithPasskey(services, clientOf(context.headers), response));
    },
  );

  const endpoints = {
    sendVerificationOTP,
    useMailLink,
    signInEmailOTP,
    generatePasskeyAuthenticationOptions,
    verifyPasskeyAuthentication,
  };
  return { id: "sign-in", endpoints } satisfies BetterAuthPlugin;
}

/** Sets the cookies of a user who has signed in, and tells plugins of the new session. @returns what the browser may know */
async function complete(context: GenericEndpointContext, result: SignedIn | Failure) {
  if (!result.ok) throw apiError(result);
  const { user, session } = result;
  const maxAge = Math.ceil((session.expiresAt.getTime() - Date.now()) / 1_000);
  await setSessionCookie(context, { session, user: { ...user, name: user.name ?? "" } }, false, { maxAge });
  setCookies(context.responseHeaders, result.setCookies);
  const { id, name, email, emailVerified, onboardedAt } = user;
  return context.json({ user: { id, name, email, emailVerified, onboardedAt } });
}

function setCookies(responseHeaders: Headers, cookies: string[]): void {
  for (const cookie of cookies) responseHeaders.append("set-cookie", cookie);
}
