import { randomInt } from "node:crypto";

/** How one request went, and how long it took, in milliseconds. */
export type TimedResponse = { status: number; body: unknown; tookMs: number };

/** Someone's browser as far as the authentication service is concerned, at a client address of their own. */
export type AuthClient = {
  requestCode(email: string): Promise<TimedResponse>;
  verifyCode(email: string, code: string): Promise<TimedResponse>;
  /** Who they are signed in as. */
  session(): Promise<TimedResponse>;
};

/** @param url of a server that believes forwarding headers from this machine */
export function createAuthClient(url: string): AuthClient {
  const address = Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");
  const jar = new Map<string, string>();

  async function send(path: string, body?: object): Promise<TimedResponse> {
    const began = performance.now();
    const response = await fetch(`${url}/api/auth${path}`, {
      headers: {
        "x-forwarded-for": address,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body && { origin: url, "content-type": "application/json" }),
      },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const answered: unknown = await response.json().catch(() => undefined);
    const took = performance.now() - began;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return { status: response.status, body: answered, tookMs: took };
  }

  return {
    requestCode: (email) => send("/email-otp/send-verification-otp", { email, type: "sign-in" }),
    verifyCode: (email, otp) => send("/sign-in/email-otp", { email, otp }),
    session: () => send("/get-session"),
  };
}
