import { randomBytes } from "node:crypto";
import type { Database } from "#server/database/connect.ts";
import { consumeLimit, refundLimit } from "#server/limits/rate-limit.ts";
import { clientAttemptLimit } from "../../codes/server/rate-limits.ts";
import { challengeSeconds } from "../../limits.ts";
import type { Client } from "#features/auth/server/request-client.ts";
import { cookieHeader, type CookieSettings, readCookie } from "../../server/cookies.ts";
import { type Failure, failure, type SignedIn, rateLimitFailure } from "../../server/results.ts";
import { createSession, type SessionServices } from "../../sessions/server/create-session.ts";
import { isBanned, lockUser } from "../../store.ts";
import type { RequestOptions, UsedCredential } from "../schema.ts";
import { findPasskey, updateUsedPasskey } from "../store.ts";
import { createChallenge, consumeChallenge } from "./challenge.ts";
import { requestOptions, verifyUse } from "./webauthn.ts";

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

/**
 * Signs in with a passkey. Each attempt consumes the client's limit for wrong codes before it is verified; success gives
 * it back. It never creates an account, and reveals nothing about an email.
 */
export async function signInWithPasskey(
  services: Services,
  client: Client,
  credential: UsedCredential,
): Promise<SignedIn | Failure> {
  const { database, config, secrets } = services;
  const limit = clientAttemptLimit({ clientAddress: client.clientAddress, knownBrowser: undefined });
  const { allowed, retryAfterSeconds } = await consumeLimit(database.sql, limit);
  if (!allowed) return rateLimitFailure(retryAfterSeconds);

  const secret = browserSecret(services, client.headers);
  const { clientDataJSON } = credential.response;
  const challenge =
    secret &&
    (await consumeChallenge({ secrets, database: database.sql }, `browser ${secret}`, clientDataJSON));
  if (!challenge) return failure("CHALLENGE_NOT_FOUND");
  const passkey = await findPasskey(database.sql, credential.id);
  if (!passkey) return failure("PASSKEY_NOT_FOUND");
  const use = await verifyUse(config.baseUrl, challenge, credential, passkey);
  if (!use) return failure("AUTHENTICATION_FAILED");

  const result = await database.sql.transaction(async (transaction): Promise<SignedIn | Failure> => {
    const user = await lockUser(transaction, { id: passkey.userId });
    const isAccepted = user && (await updateUsedPasskey(transaction, passkey.id, use));
    if (!isAccepted) return failure("AUTHENTICATION_FAILED");
    if (await isBanned(transaction, user)) return failure("BANNED_USER");
    const session = await createSession(transaction, services, user, client);
    return { ok: true, user, setCookies: [session, passkeyCookie(services, "", 0)] };
  });
  if (result.ok || result.error.code === "BANNED_USER") await refundLimit(database.sql, limit);
  return result;
}

/** The secret in the cookie of a browser that requested a passkey. */
function browserSecret({ config }: CookieSettings, headers: Headers): string | undefined {
  const value = readCookie(config, headers, "passkey");
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

function passkeyCookie({ config }: CookieSettings, value: string, maxAgeSeconds: number): string {
  return cookieHeader(config, { name: "passkey", value, maxAgeSeconds });
}
