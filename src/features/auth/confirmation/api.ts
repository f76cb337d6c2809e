import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import { requestAccountCode, verifyAccountCode } from "../codes/server/account-codes.ts";
import { requireCodeEnough } from "../passkeys/server/confirm-with-passkey.ts";
import { confirmation } from "../server/auth-activity.ts";
import { ownerOf } from "../server/owner.ts";
import { confirmSession } from "../sessions/store.ts";
import { confirmationContract } from "./contract.ts";

const operations = implement(confirmationContract).$context<OperationContext>();

export const confirmationApi = {
  requestConfirmation: operations.requestConfirmation.handler(async ({ context }) => {
    const { email } = ownerOf(context);
    requireCodeEnough(context); // optional: passkeys
    await requestAccountCode(context, { purpose: "confirm", email });
    return { email };
  }),

  confirm: operations.confirm.handler(async ({ input: { code }, context, errors }) => {
    const { email, sessionId } = ownerOf(context);
    requireCodeEnough(context); // optional: passkeys
    const attempt = { purpose: "confirm", email, code } as const;
    const confirmed = await verifyAccountCode(context, attempt, async (sql) => {
      await recordSecurityEvent(sql, context, confirmation(sessionId, "code"));
      return await confirmSession(sql, sessionId, "code");
    });
    if (!confirmed) throw errors.UNAUTHORIZED();
    context.setSessionToken(confirmed.token);
    return { until: confirmed.until };
  }),

  checkConfirmation: operations.checkConfirmation.handler(() => ({})),
};
