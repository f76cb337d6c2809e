import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import { confirmation, recordFailedConfirmation } from "../../server/auth-activity.ts";
import { failure, operationError } from "../../server/results.ts";
import { confirmSession } from "../../sessions/store.ts";
import type { RequestOptions, UsedCredential } from "../schema.ts";
import { listCredentials } from "../store.ts";
import { type ChallengeHolder, createChallenge } from "./challenge.ts";
import { verifyPasskeyUse } from "./verify-passkey-use.ts";
import { requestOptions } from "./webauthn.ts";

/** The options for the browser's WebAuthn API to use one of the caller's passkeys. */
export async function passkeyConfirmationOptions(context: OperationContext): Promise<RequestOptions> {
  const challenge = createChallenge(context.secrets, holderOf(context));
  const own = await listCredentials(context.database.sql, requireCaller(context).user.id);
  return requestOptions(context.baseUrl, challenge, own);
}

/**
 * Confirms with one of the caller's passkeys that it's them.
 * @returns until when
 * @throws one of `usePasskeyErrors`
 */
export async function confirmWithPasskey(
  context: OperationContext,
  credential: UsedCredential,
): Promise<{ until: Date }> {
  const { sessionId, user } = requireCaller(context);
  const { clientAddress } = context;
  const use = { clientAddress, holder: holderOf(context), credential };
  const result = await verifyPasskeyUse(context, use, async (transaction, owner) => {
    const isOwner = owner.id === user.id;
    const confirmed = isOwner ? await confirmSession(transaction, sessionId, "passkey") : undefined;
    if (!confirmed) return failure("AUTHENTICATION_FAILED");
    await recordSecurityEvent(transaction, context, confirmation(sessionId, "passkey"));
    return { ok: true, ...confirmed };
  });
  if (!result.ok) {
    await recordFailedConfirmation(context, result, "passkey");
    throw operationError(result);
  }
  context.setSessionToken(result.token);
  return { until: result.until };
}

function holderOf(context: OperationContext): ChallengeHolder {
  return `session ${requireCaller(context).sessionId}`;
}
