import type { RequestOptions, UsedCredential } from "./passkeys/schema.ts";
import { socialSignInBody } from "./social/sign-in-body.ts";

/* The browser's calls of the authentication service: plain fetch, so that the login page loads no library for them. */

/** An error of the authentication service. */
export type AuthError = { code: string; retryAfterSeconds?: number };

/** Sends a sign-in code. @returns the error, if it fails */
export async function sendSignInCode(email: string): Promise<AuthError | undefined> {
  return (await post("/email-otp/send-verification-otp", { email, type: "sign-in" })).error;
}

/** Signs in with a code. @returns the error, if it fails */
export async function submitSignInCode(email: string, otp: string): Promise<AuthError | undefined> {
  return (await post("/sign-in/email-otp", { email, otp })).error;
}

/** The options for the browser's WebAuthn API. */
export async function fetchPasskeyOptions(): Promise<RequestOptions | AuthError> {
  const { error, body } = await post("/passkey/generate-authenticate-options", {});
  return error ?? (body as RequestOptions);
}

/** Signs in with a passkey. @returns the error, if it fails */
export async function submitPasskey(response: UsedCredential): Promise<AuthError | undefined> {
  return (await post("/passkey/verify-authentication", { response })).error;
}

/** Starts a social sign-in. @returns the provider's URL */
export async function startSocialSignIn(
  provider: string,
  redirect: string,
): Promise<{ url: string } | AuthError> {
  const { error, body } = await post("/sign-in/social", socialSignInBody(provider, redirect));
  return error ?? (body as { url: string });
}

/** Throws an error in the form of an operation's error. */
export function throwIfError(error: AuthError | undefined): void {
  if (!error) return;
  const { code, ...data } = error;
  throw Object.assign(new Error(code), { code, data });
}

/** Calls the authentication service. */
export async function post(path: string, body: object): Promise<{ error?: AuthError; body?: unknown }> {
  const response = await fetch(`/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) return { error: { code: "UNREACHABLE" } };
  const result = (await response.json().catch(() => ({}))) as { code?: unknown };
  if (response.ok) return { body: result };
  const retryAfterSeconds = Number(response.headers.get("retry-after"));
  const code = typeof result.code === "string" ? result.code : "UNKNOWN_ERROR";
  return { error: { code, ...(retryAfterSeconds > 0 && { retryAfterSeconds }) } };
}
