import { fetchFromServer } from "#lib/fetch-from-server.ts";

/* The browser's calls of the authentication service: plain fetch, so that the login page loads no library for them. */

/** An error of the authentication service. */
export type AuthError = {
  code: string;
  retryAfterSeconds?: number;
  /** When the newest code was sent (ISO 8601). */
  sentAt?: string;
};

/**
 * Calls the authentication service: by GET without a body, and by POST with one. The browser goes to the `url` of a response that
 * has `redirect`, too (specification, section 7).
 * @throws an error with a code, as operations do
 */
export async function callAuth<Body>(path: string, body?: object): Promise<Body> {
  const response = await fetchFromServer(`/api/auth${path}`, {
    ...(body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    credentials: "include",
  });
  const answer = await readAnswer<Body>(response);
  if (!answer.error) {
    const { url, redirect } = (answer.body ?? {}) as { url?: string; redirect?: boolean };
    if (url && redirect) location.assign(url);
    return answer.body;
  }
  const { code, ...data } = answer.error;
  throw Object.assign(new Error(code), { code, data });
}

/** Reads a response of the authentication service. */
export async function readAnswer<Body>(
  response: Response,
): Promise<{ body: Body; error?: undefined } | { error: AuthError }> {
  const body = (await response.json().catch(() => null)) as Record<"code" | "sentAt", unknown> | null;
  if (response.ok) return { body: body as Body };
  const retryAfterSeconds = Number(response.headers.get("retry-after"));
  const code = typeof body?.code === "string" ? body.code : "UNKNOWN_ERROR";
  const { sentAt } = body ?? {};
  return {
    error: {
      code,
      ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
      ...(typeof sentAt === "string" && { sentAt }),
    },
  };
}
