import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, formCsrfMiddleware } from "better-auth/api";
import { z } from "zod";
import {
  cookieAttributes,
  cookiePrefix,
  type CookieSettings,
  readCookie,
  readSessionCookie,
} from "#features/auth/server/cookies.ts";
import { letIn } from "#features/auth/sessions/server/let-in.ts";
import { deviceOf } from "#features/auth/server/client-device.ts";
import { askForCode, type AskServices } from "./request-code.ts";
import type { Asker } from "./rate-limits.ts";
import { readChallenge, writeChallenge } from "./challenge-cookie.ts";
import { knownBrowserSeconds, readKnownBrowser, rememberBrowser } from "./known-browser.ts";
import { refusalError } from "#features/auth/server/api-errors.ts";
import { signInWithCode, type SignInServices } from "./sign-in-with-code.ts";
import { codeMemorySeconds } from "../store.ts";

export type CodePluginOptions = AskServices &
  SignInServices &
  CookieSettings & {
    /** The language of who makes a request, for the mail. */
    languageOf: (request: { url: string; headers: Headers }) => string;
  };

const purpose = "sign-in";

/**
 * Sign-in by a code sent by e-mail, on the paths of better-auth's own plugin, which can't keep this product's rules:
 * a code for each browser, keyed hashes, budgets in the database, the same answer for every address.
 */
export function codePlugin(options: CodePluginOptions) {
  const { config, secrets } = options;
  const challengeCookie = `${cookiePrefix(config)}.challenge`;
  const browserCookie = `${cookiePrefix(config)}.browser`;
  const attributes = cookieAttributes(config);

  const askerOf =
    (headers: Headers) =>
    (email: string): Asker => ({
      clientAddress: deviceOf(headers).ipAddress,
      knownBrowser: readKnownBrowser(secrets, readCookie(headers, browserCookie), email),
    });

  const sendCode = createAuthEndpoint(
    "/email-otp/send-verification-otp",
    {
      method: "POST",
      requireHeaders: true,
      use: [formCsrfMiddleware],
      body: z.strictObject({ email: z.string(), type: z.literal(purpose) }),
    },
    async (context) => {
      const { headers } = context;
      const language = options.languageOf({ url: context.request?.url ?? config.baseUrl.href, headers });
      const asked = { email: context.body.email, purpose, language, asker: askerOf(headers) } as const;
      const sent = await askForCode(options, asked);
      if ("refused" in sent) throw refusalError(sent);
      const challenge = writeChallenge(secrets, { id: sent.id, email: sent.email, purpose });
      context.setCookie(challengeCookie, challenge, { ...attributes, maxAge: codeMemorySeconds });
      return context.json({ success: true });
    },
  );

  const signIn = createAuthEndpoint(
    "/sign-in/email-otp",
    {
      method: "POST",
      requireHeaders: true,
      use: [formCsrfMiddleware],
      body: z.strictObject({ email: z.string(), otp: z.string() }),
    },
    async (context) => {
      const { headers } = context;
      const signedIn = await signInWithCode(options, {
        email: context.body.email,
        code: context.body.otp,
        challenge: (email) =>
          readChallenge(secrets, readCookie(headers, challengeCookie), { email, purpose }),
        asker: askerOf(headers),
        device: deviceOf(headers),
        currentToken: readSessionCookie(options, headers),
      });
      if ("refused" in signedIn) throw refusalError(signedIn);
      const answer = await letIn(context, signedIn, { cookie: challengeCookie, attributes });
      const known = rememberBrowser(secrets, readCookie(headers, browserCookie), signedIn.person.email);
      context.setCookie(browserCookie, known, { ...attributes, maxAge: knownBrowserSeconds });
      return context.json(answer);
    },
  );

  return { id: "sign-in-code", endpoints: { sendCode, signIn } } satisfies BetterAuthPlugin;
}
