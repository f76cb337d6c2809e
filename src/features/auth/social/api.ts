import { implement } from "@orpc/server";
import { callerTransaction } from "#rpc/caller-transaction.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import { queueNotice } from "../mails/queue-notice.ts";
import { ownerOf } from "../server/owner.ts";
import { linkedAccountContract } from "./contract.ts";
import { deleteLinkedAccount, listLinkedAccounts } from "./store.ts";

const operations = implement(linkedAccountContract).$context<OperationContext>();

export const linkedAccountApi = {
  listLinkedAccounts: operations.listLinkedAccounts.handler(async ({ context }) => {
    const linked = await listLinkedAccounts(context.database.sql, requireCaller(context).user.id);
    return linked.map((row) => ({ ...row, name: context.providerName(row.provider) }));
  }),

  removeLinkedAccount: operations.removeLinkedAccount.handler(async ({ input: { id }, context, errors }) => {
    const { userId, email } = ownerOf(context);
    return await callerTransaction(context, async (sql) => {
      const provider = await deleteLinkedAccount(sql, userId, id);
      if (provider === undefined) throw errors.NOT_FOUND();
      const name = context.providerName(provider);
      await queueNotice(sql, context, { to: email, kind: "accountUnlinked", name });
      const subject = { type: "linkedAccount", id, name };
      await recordSecurityEvent(sql, context, { event: "unlinkAccount", subject });
      return { id };
    });
  }),
};
