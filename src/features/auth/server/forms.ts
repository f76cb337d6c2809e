import { APIError } from "better-auth/api";
import { requestSignInCode, signInWithCode } from "../codes/server/sign-in-with-code.ts";
import { findSession } from "../sessions/server/find-session.ts";
import { deleteSession } from "../sessions/store.ts";
import { socialSignInBody } from "../social/sign-in-body.ts";
import type { Auth } from "./auth.ts";
import { cookieHeader, sessionCookieName } from "./cookies.ts";
import { type AuthRequestInfo, consumeSocialLimit, logFailure } from "./handler.ts";
import { type Failure, failure, rateLimitFailure } from "./results.ts";

/* The forms of /login and /logout, which work without JavaScript. */

type FormRequest = { headers: Headers; info: AuthRequestInfo };

/** A form's result, and the Set-Cookie headers of the response. */
type FormResult<Result = unknown> =
  | ({ ok: true; setCookies: string[] } & Result)
  | { ok: false; setCookies: string[]; error: { code: string; retryAfterSeconds?: number } };

/** Sends a sign-in code. @returns the email in its stored form */
export function handleEmailForm(
  auth: Auth,
  { email, ...request }: FormRequest & { email: string },
): Promise<FormResult<{ email: string }>> {
  const { headers } = request;
  const language = auth.languageOf({ url: auth.config.baseUrl.href, headers });
  return handleForm(auth, request, () => requestSignInCode(auth, clientOf(request), { email, language }));
}

/** Signs in with a code. */
export function handleCodeForm(
  auth: Auth,
  { email, code, ...request }: FormRequest & { email: string; code: string },
): Promise<FormResult> {
  return handleForm(auth, request, () => signInWithCode(auth, clientOf(request), { email, code }));
}

/** Starts a social sign-in. @returns the provider's URL */
export function handleSocialForm(
  auth: Auth,
  { provider, redirect, ...request }: FormRequest & { provider: string; redirect: string },
): Promise<FormResult<{ url: string }>> {
  return handleForm(auth, request, async () => {
    const { allowed, retryAfterSeconds } = await consumeSocialLimit(auth, request.info);
    if (!allowed) return rateLimitFailure(retryAfterSeconds);
    const body = socialSignInBody(provider, redirect);
    const { headers } = request;
    const { response, ...sent } = await auth.betterAuth.api.signInSocial({
      body,
      headers,
      returnHeaders: true,
    });
    if (!response.url) throw new Error("The authentication service returned no URL of the provider");
    return { ok: true, url: response.url, setCookies: sent.headers.getSetCookie() };
  });
}

/** Ends the session. */
export function handleSignOutForm(auth: Auth, request: FormRequest): Promise<FormResult> {
  return handleForm(auth, request, async () => {
    const session = await findSession({ ...auth, headers: request.headers });
    if (session) await deleteSession(auth.database.sql, session.user.id, session.id);
    const cookie = { name: sessionCookieName(auth.config), value: "", maxAgeSeconds: 0 };
    return { ok: true, setCookies: [cookieHeader(auth.config, cookie)] };
  });
}

/** Rejects forms of other origins, limits concurrency, and logs failures. */
async function handleForm<Result>(
  auth: Auth,
  { headers, info }: FormRequest,
  handle: () => Promise<({ ok: true; setCookies: string[] } & Result) | Failure>,
): Promise<FormResult<Result>> {
  if (headers.get("origin") !== auth.config.baseUrl.origin) {
    return { ...failure("INVALID_ORIGIN"), setCookies: [] };
  }
  try {
    const result = await auth.semaphore.run(handle);
    return result.ok ? result : { ...result, setCookies: [] };
  } catch (error) {
    const code = error instanceof APIError ? error.body?.code : undefined;
    if (!code) logFailure(auth, error, info);
    return { ok: false, error: { code: code ?? "UNKNOWN_ERROR" }, setCookies: [] };
  }
}

function clientOf({ headers, info }: FormRequest) {
  return { headers, clientAddress: info.clientAddress };
}
