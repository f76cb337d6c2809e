import type { Database } from "#server/database/connect.ts";
import { refundLimit, consumeLimit } from "#server/limits/rate-limit.ts";
import type { Secrets } from "#server/secret.ts";
import { clientAnswerBudget } from "#features/auth/codes/server/rate-limits.ts";
import {
  type Entrance,
  isBanned,
  openSession,
  type SignedIn,
} from "#features/auth/sessions/server/create-session.ts";
import { spendChallenge } from "./challenge.ts";
import type { PasskeyRefusal } from "./errors.ts";
import type { UsedCredential } from "../schema.ts";
import { findOwner, findPasskey, noteUse } from "../store.ts";
import { verifyUse } from "./webauthn.ts";

type SignInServices = { database: Database; secrets: Secrets; config: { baseUrl: URL } };

type SignInAttempt = Entrance & {
  credential: UsedCredential;
  /** The secret by which the browser is known that asked; undefined where none did. */
  browser: string | undefined;
};

/**
 * Signs in with a passkey. It is paid for as a wrong code is, before anything is looked at; one that turns out right is not
 * counted. It never creates an account, and says nothing about an address.
 */
export async function signInWithPasskey(
  services: SignInServices,
  { credential, browser, ...entrance }: SignInAttempt,
): Promise<SignedIn | PasskeyRefusal> {
  const { database, config } = services;
  const { ipAddress: clientAddress } = entrance.device;
  const budget = clientAnswerBudget({ clientAddress, knownBrowser: undefined });
  const { allowed, retryAfterSeconds } = await consumeLimit(database.sql, budget);
  if (!allowed) return { refused: "TOO_MANY_REQUESTS", retryAfterSeconds };

  const { clientDataJSON } = credential.response;
  const challenge =
    browser === undefined
      ? undefined
      : await spendChallenge({ ...services, database: database.sql }, `browser ${browser}`, clientDataJSON);
  if (challenge === undefined) return { refused: "CHALLENGE_NOT_FOUND" };
  const passkey = await findPasskey(database.sql, credential.id);
  if (!passkey) return { refused: "PASSKEY_NOT_FOUND" };
  const use = await verifyUse(config.baseUrl, challenge, credential, passkey);
  if (!use) return { refused: "AUTHENTICATION_FAILED" };

  const result = await database.sql.transaction(async (transaction): Promise<SignedIn | PasskeyRefusal> => {
    const person = await findOwner(transaction, passkey.userId);
    const isNoted = person && (await noteUse(transaction, passkey.id, use));
    if (!isNoted) return { refused: "AUTHENTICATION_FAILED" };
    if (await isBanned(transaction, person)) return { refused: "BANNED_USER" };
    return { person, session: await openSession(transaction, person.id, entrance) };
  });
  if (!("refused" in result) || result.refused === "BANNED_USER") await refundLimit(database.sql, budget);
  return result;
}
