import { checkEmail } from "../email.ts";
import { answerAuthRequest, authPath, type RequestFacts } from "./handler.ts";
import type { Auth } from "./auth.ts";
import { socialSignInBody } from "../auth-client.ts";

/** A form that was sent without JavaScript: the request that brought it. */
export type Sent = { headers: Headers; info: RequestFacts };

/** What came of it, and the Set-Cookie headers to answer with. */
export type FormAnswer<Result = unknown> = { setCookies: string[] } & (
  | ({ ok: true } & Result)
  | { ok: false; error: { code: string; retryAfterSeconds?: number } }
);

/*
 * The forms take the way of the HTTP calls, from their first check to their last: what holds for one holds for the other.
 */

/** Asks for a code. @returns the address in its stored form. */
export async function requestCode(
  auth: Auth,
  { email, ...sent }: Sent & { email: string },
): Promise<FormAnswer<{ email: string }>> {
  const answer = await call(auth, "/email-otp/send-verification-otp", { email, type: "sign-in" }, sent);
  return answer.ok ? { ok: true, setCookies: answer.setCookies, email: checkEmail(email).email } : answer;
}

/** Signs in with a code. */
export async function verifyCode(
  auth: Auth,
  { email, code, ...sent }: Sent & { email: string; code: string },
): Promise<FormAnswer> {
  return await call(auth, "/sign-in/email-otp", { email, otp: code }, sent);
}

/** Begins a social sign-in. @returns where it goes on, at the provider */
export async function beginSocialSignIn(
  auth: Auth,
  { provider, redirect, ...sent }: Sent & { provider: string; redirect: string },
): Promise<FormAnswer<{ url: string }>> {
  const answer = await call(auth, "/sign-in/social", socialSignInBody(provider, redirect), sent);
  if (!answer.ok) return answer;
  const { url } = answer.body as { url?: unknown };
  if (typeof url !== "string") throw new Error("The authentication service did not say where to go on");
  return { ...answer, url };
}

/** Ends the session. */
export async function signOut(auth: Auth, sent: Sent): Promise<FormAnswer> {
  return await call(auth, "/sign-out", {}, sent);
}

async function call(
  auth: Auth,
  path: string,
  body: object,
  { headers, info }: Sent,
): Promise<FormAnswer<{ body: unknown }>> {
  const passed = new Headers(headers);
  passed.set("content-type", "application/json");
  passed.delete("content-length");
  const url = new URL(authPath + path, auth.config.baseUrl);
  const request = new Request(url, { method: "POST", headers: passed, body: JSON.stringify(body) });
  const response = await answerAuthRequest(auth, request, info);
  const setCookies = response.headers.getSetCookie();
  const answered: unknown = await response.json();
  if (response.ok) return { ok: true, setCookies, body: answered };

  const { code } = answered as { code?: unknown };
  const retryAfterSeconds = Number(response.headers.get("retry-after"));
  const error = {
    code: typeof code === "string" ? code : "UNKNOWN_ERROR",
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  };
  return { ok: false, error, setCookies };
}
