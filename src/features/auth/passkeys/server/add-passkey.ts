import { ORPCError } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/permission.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { createChallenge, type Holder, spendChallenge } from "./challenge.ts";
import { creationOptions, type VerifiedPasskey, verifyNewPasskey } from "./webauthn.ts";
import { addingErrors, type CreationOptions, type NewCredential } from "../schema.ts";

/*
 * Adding a passkey, for someone who is signed in. What the browser is asked belongs to the session, as codes do.
 */

export type { VerifiedPasskey };

/** How many passkeys a person may try to add: each that is added sends them a mail. */
const addingLimit = { limit: 30, windowSeconds: 60 * 60 };

/** What the caller's browser is told that is to add a passkey. */
export function askForNewPasskey(
  context: OperationContext,
  existing: Parameters<typeof creationOptions>[3],
): CreationOptions {
  const challenge = createChallenge(context.secrets, holderOf(context));
  return creationOptions(context.baseUrl, challenge, requireCaller(context).user, existing);
}

/**
 * Checks the passkey that the caller's browser made.
 * @throws the refusal, as one of `addingErrors`
 */
export async function readNewPasskey(
  context: OperationContext,
  credential: NewCredential,
): Promise<VerifiedPasskey> {
  const { database, secrets, baseUrl } = context;
  const key = `passkeys of ${requireCaller(context).user.id}`;
  const { allowed, retryAfterSeconds } = await consumeLimit(database.sql, { key, ...addingLimit });
  if (!allowed) throw fails("TOO_MANY_REQUESTS", { retryAfterSeconds });

  const services = { database: database.sql, secrets };
  const challenge = await spendChallenge(services, holderOf(context), credential.response.clientDataJSON);
  if (challenge === undefined) throw fails("CHALLENGE_NOT_FOUND");
  const verified = await verifyNewPasskey(baseUrl, challenge, credential);
  if (!verified) throw fails("FAILED_TO_VERIFY_REGISTRATION");
  return verified;
}

function holderOf(context: OperationContext): Holder {
  return `session ${requireCaller(context).sessionId}`;
}

function fails(code: keyof typeof addingErrors, data?: { retryAfterSeconds: number }): Error {
  const { status, message } = addingErrors[code];
  return new ORPCError(code, { status, message, ...(data && { data }) });
}
