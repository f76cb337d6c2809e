import { implement } from "@orpc/server";
import { callerTransaction } from "#rpc/caller-transaction.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { recordActivity } from "#server/activity/record-activity.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import { mapConstraint } from "#server/database/postgres-errors.ts";
import { queueNotice } from "../mails/queue-notice.ts";
import { ownerOf } from "../server/owner.ts";
import { confirmSession } from "../sessions/store.ts";
import { passkeyContract } from "./contract.ts";
import { passkeyLimit } from "./schema.ts";
import { newPasskeyOptions, verifyAddedPasskey } from "./server/add-passkey.ts";
import { confirmWithPasskey, passkeyConfirmationOptions } from "./server/confirm-with-passkey.ts";
import { deletePasskey, insertPasskey, listCredentials, listPasskeys, renamePasskey } from "./store.ts";

const operations = implement(passkeyContract).$context<OperationContext>();

export const passkeyApi = {
  listPasskeys: operations.listPasskeys.handler(async ({ context }) => {
    return await listPasskeys(context.database.sql, requireCaller(context).user.id);
  }),

  passkeyCreationOptions: operations.passkeyCreationOptions.handler(async ({ context, errors }) => {
    const { userId } = ownerOf(context);
    const existing = await listCredentials(context.database.sql, userId);
    if (existing.length >= passkeyLimit) throw errors.TOO_MANY_PASSKEYS();
    return newPasskeyOptions(context, existing);
  }),

  addPasskey: operations.addPasskey.handler(async ({ input: { name, credential }, context, errors }) => {
    const { userId, email, sessionId } = ownerOf(context);
    const verified = await verifyAddedPasskey(context, credential);
    const added = callerTransaction(context, async (sql) => {
      const passkey = await insertPasskey(sql, { ...verified, userId, name });
      // The user has unlocked the device.
      const confirmed = await confirmSession(sql, sessionId, "passkey");
      if (!confirmed) throw errors.UNAUTHORIZED();
      if (!passkey) throw errors.TOO_MANY_PASSKEYS();
      await queueNotice(sql, context, { to: email, kind: "passkeyAdded", name });
      const subject = { type: "passkey", id: passkey.id, name };
      await recordSecurityEvent(sql, context, { event: "addPasskey", subject });
      return { passkey, token: confirmed.token };
    });
    const { passkey, token } = await added.catch(
      mapConstraint({ passkey_credential_unique: () => errors.PREVIOUSLY_REGISTERED() }),
    );
    context.setSessionToken(token);
    return passkey;
  }),

  renamePasskey: operations.renamePasskey.handler(async ({ input, context, errors }) => {
    const { userId } = ownerOf(context);
    return await callerTransaction(context, async (sql) => {
      const renamed = await renamePasskey(sql, userId, input);
      if (!renamed) throw errors.NOT_FOUND();
      const subject = { type: "passkey", id: renamed.id, name: renamed.name };
      await recordActivity(sql, context, { action: "update", subject, after: { name: renamed.name } });
      return renamed;
    });
  }),

  removePasskey: operations.removePasskey.handler(async ({ input: { id }, context, errors }) => {
    const { userId, email } = ownerOf(context);
    return await callerTransaction(context, async (sql) => {
      const passkey = await deletePasskey(sql, userId, id);
      if (!passkey) throw errors.NOT_FOUND();
      await queueNotice(sql, context, { to: email, kind: "passkeyRemoved", name: passkey.name });
      const subject = { type: "passkey", id, name: passkey.name };
      await recordSecurityEvent(sql, context, { event: "removePasskey", subject });
      return { id, credentialId: passkey.credentialId };
    });
  }),

  passkeyConfirmationOptions: operations.passkeyConfirmationOptions.handler(async ({ context }) => {
    return await passkeyConfirmationOptions(context);
  }),

  confirmWithPasskey: operations.confirmWithPasskey.handler(async ({ input, context }) => {
    return await confirmWithPasskey(context, input.credential);
  }),
};
