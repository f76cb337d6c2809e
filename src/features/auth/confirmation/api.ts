import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import { requestAccountCode, verifyAccountCode } from "../codes/server/account-codes.ts";
import { confirmWithPasskey, passkeyConfirmationOptions } from "../passkeys/server/confirm-with-passkey.ts";
import { confirmation } from "../server/auth-activity.ts";
import { ownerOf } from "../server/owner.ts";
import { confirmSession } from "../sessions/store.ts";
import { confirmationContract } from "./contract.ts";

function canConfirmWithCode(context: OperationContext): boolean {
  return requireCaller(context).confirmationMethods.includes("code");
}

const operations = implement(confirmationContract).$context<OperationContext>();

export const confirmationApi = {
  requestConfirmation: operations.requestConfirmation.handler(async ({ context, errors }) => {
    const { email } = ownerOf(context);
    if (!canConfirmWithCode(context)) throw errors.PASSKEY_REQUIRED();
    await requestAccountCode(context, { purpose: "confirm", email });
    return { email };
  }),

  confirm: operations.confirm.handler(async ({ input: { code }, context, errors }) => {
    const { email, sessionId } = ownerOf(context);
    if (!canConfirmWithCode(context)) throw errors.PASSKEY_REQUIRED();
    const attempt = { purpose: "confirm", email, code } as const;
    const confirmed = await verifyAccountCode(context, attempt, async (sql) => {
      await recordSecurityEvent(sql, context, confirmation(sessionId, "code"));
      return await confirmSession(sql, sessionId, "code");
    });
    if (!confirmed) throw errors.UNAUTHORIZED();
    context.setSessionToken(confirmed.token);
    return { until: confirmed.until };
  }),

  passkeyConfirmationOptions: operations.passkeyConfirmationOptions.handler(async ({ context }) => {
    return await passkeyConfirmationOptions(context);
  }),

  confirmWithPasskey: operations.confirmWithPasskey.handler(async ({ input, context }) => {
    return await confirmWithPasskey(context, input.credential);
  }),

  checkConfirmation: operations.checkConfirmation.handler(() => ({})),
};
