import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { failure, operationError, rateLimitFailure } from "../../server/results.ts";
import type { CreationOptions, NewCredential } from "../schema.ts";
import { createChallenge, consumeChallenge } from "./challenge.ts";
import { creationOptions, type VerifiedPasskey, verifyNewPasskey } from "./webauthn.ts";

/** Attempts to add a passkey, per user: each one that is added sends a mail. */
const addLimit = { limit: 30, windowSeconds: 60 * 60 };

/** The options for the browser's WebAuthn API to create a passkey. Their challenge belongs to the caller's session. */
export function newPasskeyOptions(
  context: OperationContext,
  existing: Parameters<typeof creationOptions>[3],
): CreationOptions {
  const { sessionId, user } = requireCaller(context);
  const challenge = createChallenge(context.secrets, `session ${sessionId}`);
  return creationOptions(context.baseUrl, challenge, user, existing);
}

/**
 * Verifies the passkey that the caller's browser created.
 * @throws one of `addPasskeyErrors`
 */
export async function verifyAddedPasskey(
  context: OperationContext,
  credential: NewCredential,
): Promise<VerifiedPasskey> {
  const { database, secrets, baseUrl } = context;
  const { sessionId, user } = requireCaller(context);
  const limit = { key: `passkeys of ${user.id}`, ...addLimit };
  const { allowed, retryAfterSeconds } = await consumeLimit(database, limit);
  if (!allowed) throw operationError(rateLimitFailure(retryAfterSeconds));

  const services = { database: database.sql, secrets };
  const { clientDataJSON } = credential.response;
  const challenge = await consumeChallenge(services, `session ${sessionId}`, clientDataJSON);
  if (challenge === undefined) throw operationError(failure("CHALLENGE_NOT_FOUND"));
  const verified = await verifyNewPasskey(baseUrl, challenge, credential);
  if (!verified) throw operationError(failure("FAILED_TO_VERIFY_REGISTRATION"));
  return verified;
}
