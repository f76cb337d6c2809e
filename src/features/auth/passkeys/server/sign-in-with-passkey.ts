import { randomBytes } from "node:crypto";
import type { Database } from "#server/database/connect.ts";
import { knownBrowserCookie } from "../../codes/server/known-browser.ts";
import { challengeSeconds } from "../../limits.ts";
import type { Client } from "#features/auth/server/request-client.ts";
import { recordRejection, securityContext } from "../../server/auth-activity.ts";
import { cookieHeader, type CookieSettings, readOurCookie } from "../../server/cookies.ts";
import { type Failure, failure, type SignedIn } from "../../server/results.ts";
import { createSession, type SessionServices } from "../../sessions/server/create-session.ts";
import { isBanned, type User } from "../../store.ts";
import type { RequestOptions, UsedCredential } from "../schema.ts";
import { createChallenge } from "./challenge.ts";
import { verifyPasskeyUse } from "./verify-passkey-use.ts";
import { requestOptions } from "./webauthn.ts";

type Services = SessionServices & { database: Database };

/** Starts a sign-in with a passkey. @returns the options for the browser's WebAuthn API, and the browser's cookie */
export function requestPasskey(
  settings: CookieSettings,
  { headers }: Client,
): { options: RequestOptions; setCookies: string[] } {
  // A second tab of the same browser keeps the secret, so that the first tab's challenge stays valid.
  const secret = browserSecret(settings, headers) ?? randomBytes(32).toString("base64url");
  const challenge = createChallenge(settings.secrets, `browser ${secret}`);
  return {
    options: requestOptions(settings.config.baseUrl, challenge),
    setCookies: [passkeyCookie(settings, secret, challengeSeconds)],
  };
}

/** Signs in with a passkey. It never creates an account, and reveals nothing about an email. */
export async function signInWithPasskey(
  services: Services,
  client: Client,
  credential: UsedCredential,
): Promise<SignedIn | Failure> {
  const { database, secrets, config } = services;
  const secret = browserSecret(services, client.headers);
  const use = {
    clientAddress: client.clientAddress,
    holder: secret ? (`browser ${secret}` as const) : undefined,
    credential,
  };
  const { baseUrl } = config;
  let owner: User | undefined;
  const result = await verifyPasskeyUse<SignedIn>(
    { database, secrets, baseUrl },
    use,
    async (transaction, user) => {
      owner = user;
      if (await isBanned(transaction, user)) return failure("BANNED_USER");
      const session = await createSession(transaction, services, user, client, "passkey");
      // An unverified email may be someone else's.
      const browser = user.emailVerified ? [knownBrowserCookie(services, client, user.email)] : [];
      return { ok: true, user, session, setCookies: [...browser, passkeyCookie(services, "", 0)] };
    },
  );
  if (!result.ok) {
    const context = securityContext(services, client, owner);
    await recordRejection(services, context, result, { event: "signInFailed", method: "passkey" });
  }
  return result;
}

/** The secret in the cookie of a browser that requested a passkey. */
function browserSecret({ config }: CookieSettings, headers: Headers): string | undefined {
  const value = readOurCookie(config, headers, "passkey");
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

function passkeyCookie({ config }: CookieSettings, value: string, maxAgeSeconds: number): string {
  return cookieHeader(config, { name: "passkey", value, maxAgeSeconds });
}
