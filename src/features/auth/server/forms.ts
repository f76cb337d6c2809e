import { APIError } from "better-auth/api";
import { requestSignInCode, signInWithCode } from "../codes/server/sign-in-with-code.ts";
import { stopWithLink, unlockWithLink } from "../codes/server/use-mail-link.ts";
import { findSession } from "../sessions/server/find-session.ts";
import { stopImpersonation } from "../sessions/server/impersonation.ts";
import { endSessionOfBrowser } from "../sessions/store.ts";
import { socialSignInBody } from "../social/sign-in-body.ts";
import type { Auth } from "./auth.ts";
import { recordSignOut, recordSocialLimit } from "./record-outcome.ts";
import type { AuthRequestInfo, Client } from "./request-client.ts";
import { forgetSessionCookies } from "./cookies.ts";
import { consumeSocialLimit, logFailure } from "./handler.ts";
import { type Failure, failure, rateLimitFailure } from "./results.ts";
import type { SlotOptions } from "./slots.ts";

/*
 * The forms of /login and /logout, which work without JavaScript. Routes import this file when a form is sent, because no page
 * needs better-auth.
 */
export { authService } from "./service.ts";

type FormRequest = { request: { headers: Headers; signal?: AbortSignal }; context: AuthRequestInfo };

/** A form's result, and the Set-Cookie headers of the response. */
type FormResult<Result = unknown> =
  | ({ ok: true; setCookies: string[] } & Result)
  | { ok: false; setCookies: string[]; error: { code: string; retryAfterSeconds?: number } };

/** Sends a sign-in code. @returns the email in its stored form */
export function handleEmailForm(
  auth: Auth,
  form: FormRequest,
  email: string,
): Promise<FormResult<{ email: string }>> {
  const language = auth.languageOf({ url: auth.config.baseUrl.href, headers: form.request.headers });
  return handleForm(auth, form, (client) => requestSignInCode(auth, client, { email, language }));
}

/** Signs in with a code. */
export function handleCodeForm(
  auth: Auth,
  form: FormRequest,
  input: { email: string; code: string },
): Promise<FormResult> {
  return handleForm(auth, form, (client) => signInWithCode(auth, client, input));
}

/** Sends a code by the link in a mail. @returns the email of the mail */
export function handleUnlockForm(
  auth: Auth,
  form: FormRequest,
  token: string,
): Promise<FormResult<{ email: string }>> {
  const language = auth.languageOf({ url: auth.config.baseUrl.href, headers: form.request.headers });
  return handleForm(auth, form, (client) => unlockWithLink(auth, client, { token, language }));
}

/** Stops mails with codes by the link in one. */
export function handleStopForm(auth: Auth, form: FormRequest, token: string): Promise<FormResult> {
  return handleForm(auth, form, (client) => stopWithLink(auth, client, token));
}

/** Starts a social sign-in. @returns the provider's URL */
export function handleSocialForm(
  auth: Auth,
  form: FormRequest,
  { provider, redirect }: { provider: string; redirect: string },
): Promise<FormResult<{ url: string }>> {
  const handle = async (client: Client) => {
    const { headers } = client;
    const { allowed, retryAfterSeconds } = await consumeSocialLimit(auth, form.context);
    if (!allowed) {
      await recordSocialLimit(auth, client);
      return rateLimitFailure(retryAfterSeconds);
    }
    const body = socialSignInBody(provider, redirect);
    const sent = await auth.betterAuth.api.signInSocial({ body, headers, returnHeaders: true });
    const { url } = sent.response;
    if (!url) throw new Error("The authentication service returned no URL of the provider");
    return { ok: true as const, url, setCookies: sent.headers.getSetCookie() };
  };
  return handleForm(auth, form, handle, { callsProvider: true });
}

/** Ends the session. In a demo, whose session others use, only the browser forgets it. */
export function handleSignOutForm(auth: Auth, form: FormRequest): Promise<FormResult> {
  return handleForm(auth, form, async (client) => {
    const { headers } = client;
    if (!auth.config.isDemo) {
      const session = await findSession({ ...auth, headers });
      await endSessionOfBrowser(auth.database.sql, auth, { headers, id: session?.id });
      if (session) await recordSignOut(auth, client, session);
    }
    return { ok: true, setCookies: forgetSessionCookies(auth.config) };
  });
}

/**
 * Stops an impersonation.
 * @returns the path to continue at: Manager's page of the user, if the administrator is still signed in
 */
export function handleStopImpersonatingForm(
  auth: Auth,
  form: FormRequest,
): Promise<FormResult<{ path: string }>> {
  return handleForm(auth, form, async (client) => {
    const session = await findSession({ ...auth, headers: client.headers });
    const stopped = await stopImpersonation(auth, client, session);
    const renewedCookies = session?.renewedCookie ? [session.renewedCookie.header] : [];
    const userPage = session ? `/manager/users/${session.user.id}` : "/manager";
    return {
      ok: true,
      path: stopped?.administrator ? userPage : "/",
      setCookies: stopped?.setCookies ?? renewedCookies,
    };
  });
}

/** Rejects forms of other origins, limits concurrency, and logs failures. */
async function handleForm<Result>(
  auth: Auth,
  { request: { headers, signal }, context }: FormRequest,
  handle: (client: Client) => Promise<({ ok: true; setCookies: string[] } & Result) | Failure>,
  { callsProvider }: Pick<SlotOptions, "callsProvider"> = {},
): Promise<FormResult<Result>> {
  if (headers.get("origin") !== auth.config.baseUrl.origin) {
    return { ...failure("INVALID_ORIGIN"), setCookies: [] };
  }
  try {
    const { clientAddress, requestId } = context;
    const slot = { clientAddress, callsProvider, signal };
    const result = await auth.runInSlot(() => handle({ headers, clientAddress, requestId }), slot);
    return result.ok ? result : { ...result, setCookies: [] };
  } catch (error) {
    const code = error instanceof APIError ? error.body?.code : undefined;
    if (!code) logFailure(auth, error, context);
    return { ok: false, error: { code: code ?? "UNKNOWN_ERROR" }, setCookies: [] };
  }
}
