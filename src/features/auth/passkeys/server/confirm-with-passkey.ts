import { ORPCError } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { passkeyRequiredError } from "#rpc/operation.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import { confirmation, recordFailedConfirmation } from "../../server/auth-activity.ts";
import { failure, operationError } from "../../server/results.ts";
import { confirmSession } from "../../sessions/store.ts";
import type { RequestOptions, UsedCredential } from "../schema.ts";
import { listCredentials } from "../store.ts";
import { createChallenge } from "./challenge.ts";
import { verifyPasskeyUse } from "./verify-passkey-use.ts";
import { requestOptions } from "./webauthn.ts";

/** Requires that the caller can confirm with a code. @throws PASSKEY_REQUIRED, with AUTH_REQUIRE_PASSKEY */
export function requireCodeEnough(context: OperationContext): void {
  if (!requireCaller(context).confirmationMethods.includes("code"))
    throw new ORPCError("PASSKEY_REQUIRED", passkeyRequiredError);
}

/** The options for the browser's WebAuthn API to use one of the caller's passkeys. */
export async function passkeyConfirmationOptions(context: OperationContext): Promise<RequestOptions> {
  const { sessionId, user } = requireCaller(context);
  const challenge = createChallenge(context.secrets, `session ${sessionId}`);
  const own = await listCredentials(context.database.sql, user.id);
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
  const holder = `session ${sessionId}` as const;
  const use = { clientAddress: context.clientAddress, holder, credential };
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
