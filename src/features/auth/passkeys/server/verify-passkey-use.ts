import type { Config } from "#server/config.ts";
import type { Database, Sql } from "#server/database/connect.ts";
import { consumeLimit, refundLimit } from "#server/limits/rate-limit.ts";
import type { Secrets } from "#server/secret.ts";
import { clientAttemptLimit } from "../../codes/server/rate-limits.ts";
import { type Failure, failure, rateLimitFailure } from "../../server/results.ts";
import { lockUser, type User } from "../../store.ts";
import type { UsedCredential } from "../schema.ts";
import { findPasskey, updateUsedPasskey } from "../store.ts";
import { type ChallengeHolder, consumeChallenge } from "./challenge.ts";
import { verifyUse } from "./webauthn.ts";

type Services = { database: Database; secrets: Secrets; baseUrl: Config["baseUrl"] };

type PasskeyUse = {
  clientAddress: string;
  /** The browser or session that requested the passkey, if it did. */
  holder: ChallengeHolder | undefined;
  credential: UsedCredential;
};

/**
 * Verifies the use of a passkey. Each attempt consumes the client's limit for wrong codes before it is verified; a
 * verified one gives it back.
 * @param onSuccess runs in the transaction that stores the use, which locks the passkey's user
 */
export async function verifyPasskeyUse<Success extends { ok: true }>(
  { database, secrets, baseUrl }: Services,
  { clientAddress, holder, credential }: PasskeyUse,
  onSuccess: (database: Sql, user: User) => Promise<Success | Failure>,
): Promise<Success | Failure> {
  const limit = clientAttemptLimit({ clientAddress });
  const { allowed, retryAfterSeconds } = await consumeLimit(database, limit);
  if (!allowed) return rateLimitFailure(retryAfterSeconds);

  const { clientDataJSON } = credential.response;
  const challenge =
    holder && (await consumeChallenge({ secrets, database: database.sql }, holder, clientDataJSON));
  if (!challenge) return failure("CHALLENGE_NOT_FOUND");
  const passkey = await findPasskey(database.sql, credential.id);
  if (!passkey) return failure("PASSKEY_NOT_FOUND");
  const use = await verifyUse(baseUrl, challenge, credential, passkey);
  if (!use) return failure("AUTHENTICATION_FAILED");

  const result = await database.sql.transaction(async (transaction): Promise<Success | Failure> => {
    const user = await lockUser(transaction, { id: passkey.userId });
    const isAccepted = user && (await updateUsedPasskey(transaction, passkey.id, use));
    return isAccepted ? await onSuccess(transaction, user) : failure("AUTHENTICATION_FAILED");
  });
  if (result.ok || result.error.code === "BANNED_USER") await refundLimit(database, limit);
  return result;
}
