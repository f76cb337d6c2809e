import { randomInt } from "node:crypto";
import { fetchWithHost } from "./fetch-with-host.ts";

/** Calls an operation, by its name as in `users/list`. @throws if it fails */
export type OperationCall = <Result>(name: string, input?: object) => Promise<Result>;

/** The response to one request, and how long it took. */
export type TimedResponse = { status: number; body: unknown; tookMs: number };

/** A client of the authentication service, with its own cookies and IP address. */
export type AuthClient = {
  requestCode(email: string): Promise<TimedResponse>;
  verifyCode(email: string, code: string): Promise<TimedResponse>;
  session(): Promise<TimedResponse>;
  /** Calls operations as the user who is signed in. */
  call: OperationCall;
  /** By name. */
  cookies: ReadonlyMap<string, string>;
  /** The headers of its requests: its address, and its cookies so far. */
  headers(): { "x-forwarded-for": string; cookie: string };
};

/**
 * @param url of a server that trusts forwarding headers from this machine
 * @param cookies shared with the client of another URL
 * @param other headers, which replace its own
 */
export function createAuthClient(
  url: string,
  cookies = new Map<string, string>(),
  other: Record<string, string> = {},
): AuthClient {
  const address = Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");

  const send = other.host ? fetchWithHost : fetch;

  const headers = () => ({
    "x-forwarded-for": address,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  });

  async function call(path: string, body?: object): Promise<TimedResponse> {
    const startedAt = performance.now();
    const response = await send(`${url}/api${path}`, {
      method: body ? "POST" : "GET",
      headers: { ...headers(), origin: url, ...(body && { "content-type": "application/json" }), ...other },
      ...(body && { body: JSON.stringify(body) }),
    });
    const responseBody: unknown = await response.json().catch(() => undefined);
    const tookMs = performance.now() - startedAt;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, body: responseBody, tookMs };
  }

  return {
    requestCode: (email) => call("/auth/email-otp/send-verification-otp", { email, type: "sign-in" }),
    verifyCode: (email, otp) => call("/auth/sign-in/email-otp", { email, otp }),
    session: () => call("/auth/get-session"),
    async call<Result>(name: string, input?: object): Promise<Result> {
      const { status, body } = await call(`/rpc/${name}`, { json: input });
      if (status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
      return (body as { json: Result }).json;
    },
    cookies,
    headers,
  };
}
