import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { applyMailLink } from "../codes/server/use-mail-link.ts";
import { requestSignInCode, signInWithCode, type SignInServices } from "../codes/server/sign-in-with-code.ts";
import { mailLinkPurposes } from "../codes/server/mail-links.ts";
import { completeSignIn, setCookies } from "./complete-sign-in.ts";
import { post } from "../sessions/server/endpoint-session.ts";
import { clientOf } from "./request-client.ts";
import { apiError } from "./results.ts";

/**
 * Sign-in with codes as better-auth endpoints, on the paths of better-auth's own plugin. That plugin lacks this product's
 * rules: a code for each browser, rate limits in the database, the same response for every email
 * (docs/decisions/0005-email-codes.md).
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
    },
    async (context) => {
      const { email, otp: code } = context.body;
      return await completeSignIn(
        context,
        await signInWithCode(services, clientOf(context.headers), { email, code }),
      );
    },
  );

  const endpoints = {
    sendVerificationOTP,
    useMailLink,
    signInEmailOTP,
  };
  return { id: "sign-in", endpoints } satisfies BetterAuthPlugin;
}
