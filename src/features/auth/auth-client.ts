import type { RequestOptions, UsedCredential } from "./passkeys/schema.ts";

/** What the authentication service answered, where it refused. */
export type AuthRefusal = { code: string; retryAfterSeconds?: number };

/** Asks for a code to an address. @returns the refusal, if there is one. */
export async function askForCode(email: string): Promise<AuthRefusal | undefined> {
  return refusedBy(await post("/email-otp/send-verification-otp", { email, type: "sign-in" }));
}

/** Signs in with a code. @returns the refusal, if there is one. */
export async function signInWithCode(email: string, otp: string): Promise<AuthRefusal | undefined> {
  return refusedBy(await post("/sign-in/email-otp", { email, otp }));
}

/** What the browser is told that is to ask for a passkey; or the refusal. */
export async function passkeyOptions(): Promise<RequestOptions | AuthRefusal> {
  const answer = await post("/passkey/generate-authenticate-options", {});
  return "code" in answer ? answer : (answer.body as RequestOptions);
}

/** Signs in with a passkey. @returns the refusal, if there is one. */
export async function signInWithPasskey(response: UsedCredential): Promise<AuthRefusal | undefined> {
  return refusedBy(await post("/passkey/verify-authentication", { response }));
}

/** Begins a social sign-in. @returns where it goes on, at the provider; or the refusal */
export async function beginSocialSignIn(
  provider: string,
  redirect: string,
): Promise<{ url: string } | AuthRefusal> {
  const answer = await post("/sign-in/social", socialSignInBody(provider, redirect));
  return "code" in answer ? answer : (answer.body as { url: string });
}

/** What a social sign-in begins with: it ends on the login page, which leads on to where people wanted to go. */
export function socialSignInBody(provider: string, redirect: string): object {
  const search = redirect && `?${new URLSearchParams({ redirect })}`;
  return { provider, callbackURL: `/login${search}`, errorCallbackURL: "/login/error" };
}

/** Throws what the service refused, as an operation's refusal comes. */
export function orThrow(refusal: AuthRefusal | undefined): void {
  if (!refusal) return;
  const { code, ...data } = refusal;
  throw Object.assign(new Error(code), { code, data });
}

function refusedBy(answer: { body: unknown } | AuthRefusal): AuthRefusal | undefined {
  return "code" in answer ? answer : undefined;
}

/** One call of the authentication service: small enough that the first page needs no library for it. */
async function post(path: string, body: object): Promise<{ body: unknown } | AuthRefusal> {
  const response = await fetch(`/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) return { code: "UNREACHABLE" };
  const answer = (await response.json().catch(() => ({}))) as { code?: unknown };
  if (response.ok) return { body: answer };
  const retryAfterSeconds = Number(response.headers.get("retry-after"));
  return {
    code: typeof answer.code === "string" ? answer.code : "UNKNOWN_ERROR",
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  };
}
