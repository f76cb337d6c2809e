import { randomInt } from "node:crypto";

/** The response to one request, and how long it took. */
export type TimedResponse = { status: number; body: unknown; tookMs: number };

/** A client of the authentication service, with its own cookies and IP address. */
export type AuthClient = {
  requestCode(email: string): Promise<TimedResponse>;
  verifyCode(email: string, code: string): Promise<TimedResponse>;
  session(): Promise<TimedResponse>;
  /** The headers of its requests: its address, and its cookies so far. */
  headers(): { "x-forwarded-for": string; cookie: string };
};

/** @param url of a server that trusts forwarding headers from this machine */
export function createAuthClient(url: string): AuthClient {
  const address = Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");
  const cookies = new Map<string, string>();

  const headers = () => ({
    "x-forwarded-for": address,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  });

  async function send(path: string, body?: object): Promise<TimedResponse> {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api/auth${path}`, {
      headers: {
        ...headers(),
        ...(body && { origin: url, "content-type": "application/json" }),
      },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const responseBody: unknown = await response.json().catch(() => undefined);
    const tookMs = performance.now() - startedAt;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return { status: response.status, body: responseBody, tookMs };
  }

  return {
    requestCode: (email) => send("/email-otp/send-verification-otp", { email, type: "sign-in" }),
    verifyCode: (email, otp) => send("/sign-in/email-otp", { email, otp }),
    session: () => send("/get-session"),
    headers,
  };
}
