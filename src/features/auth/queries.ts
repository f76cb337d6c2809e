/** What the authentication service answered, where it refused. */
export type AuthRefusal = { code: string; retryAfterSeconds?: number };

/** Asks for a code to an address. @returns the refusal, if there is one. */
export async function askForCode(email: string): Promise<AuthRefusal | undefined> {
  return await post("/email-otp/send-verification-otp", { email, type: "sign-in" });
}

/** Signs in with a code. @returns the refusal, if there is one. */
export async function signInWithCode(email: string, otp: string): Promise<AuthRefusal | undefined> {
  return await post("/sign-in/email-otp", { email, otp });
}

/** One call of the authentication service: small enough that the first page needs no library for it. */
async function post(path: string, body: object): Promise<AuthRefusal | undefined> {
  const response = await fetch(`/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) return { code: "UNREACHABLE" };
  if (response.ok) return undefined;
  const answer = (await response.json().catch(() => ({}))) as { code?: unknown };
  const retryAfterSeconds = Number(response.headers.get("retry-after"));
  return {
    code: typeof answer.code === "string" ? answer.code : "UNKNOWN_ERROR",
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  };
}
