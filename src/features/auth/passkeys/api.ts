import { implement } from "@orpc/server";
import { askForNewPasskey, readNewPasskey } from "#features/auth/passkeys/server/add-passkey.ts";
import { passkeyLimit } from "#features/auth/passkeys/schema.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/permission.ts";
import { mapConstraint } from "#server/database/postgres-errors.ts";
import { accountContract } from "../contract.ts";
import { sendNotice } from "../mails/notices.ts";
import {
  deletePasskey,
  insertPasskey,
  listCredentials,
  listPasskeys,
  renamePasskey,
} from "./passkey-store.ts";
import { refuseWhileActing } from "../account/server/refusals.ts";

const account = implement(accountContract).$context<OperationContext>();

/** The account's operations on passkeys. Adding and removing one is told to the person by mail. */
export const passkeyApi = {
  listPasskeys: account.listPasskeys.handler(async ({ context }) => {
    return await listPasskeys(context.database.sql, requireCaller(context).user.id);
  }),

  askForPasskey: account.askForPasskey.handler(async ({ context, errors }) => {
    refuseWhileActing(context);
    const existing = await listCredentials(context.database.sql, requireCaller(context).user.id);
    if (existing.length >= passkeyLimit) throw errors.TOO_MANY_PASSKEYS();
    return askForNewPasskey(context, existing);
  }),

  addPasskey: account.addPasskey.handler(async ({ input: { name, credential }, context, errors }) => {
    refuseWhileActing(context);
    const { id: userId, email } = requireCaller(context).user;
    const verified = await readNewPasskey(context, credential);
    const added = context.database.sql.transaction(async (transaction) => {
      const passkey = await insertPasskey(transaction, { ...verified, userId, name });
      if (passkey) await sendNotice(transaction, context, { to: email, kind: "passkeyAdded", name });
      return passkey;
    });
    const passkey = await added.catch(
      mapConstraint({ passkey_credential_unique: () => errors.PREVIOUSLY_REGISTERED() }),
    );
    if (!passkey) throw errors.TOO_MANY_PASSKEYS();
    return passkey;
  }),

  renamePasskey: account.renamePasskey.handler(async ({ input, context, errors }) => {
    refuseWhileActing(context);
    const renamed = await renamePasskey(context.database.sql, requireCaller(context).user.id, input);
    if (!renamed) throw errors.NOT_FOUND();
    return renamed;
  }),

  removePasskey: account.removePasskey.handler(async ({ input: { id }, context, errors }) => {
    refuseWhileActing(context);
    const { id: userId, email } = requireCaller(context).user;
    const removed = await context.database.sql.transaction(async (transaction) => {
      const passkey = await deletePasskey(transaction, userId, id);
      if (!passkey) return undefined;
      await sendNotice(transaction, context, { to: email, kind: "passkeyRemoved", name: passkey.name });
      return passkey;
    });
    if (!removed) throw errors.NOT_FOUND();
    return { id, credentialId: removed.credentialId };
  }),
};
