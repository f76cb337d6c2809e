import { implement } from "@orpc/server";
import { userSubject } from "#features/users/shared/user-subject.server.ts";
import { callerTransaction } from "#rpc/caller-transaction.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { recordActivity } from "#server/activity/record-activity.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import type { Sql } from "#server/database/connect.ts";
import { mapConstraint } from "#server/database/postgres-errors.ts";
import { requestAccountCode, verifyAccountCode } from "../codes/server/account-codes.ts";
import { queueNotice } from "../mails/queue-notice.ts";
import { ownerOf } from "../server/owner.ts";
import { checkEmailStrictly } from "../server/strict-email.ts";
import { noticeLinkedAccounts } from "../social/server/linked-accounts.ts";
import { accountContract } from "./contract.ts";
import {
  changeEmail,
  deleteUser,
  findEmailChange,
  insertEmailChange,
  isEmailTaken,
  isLastAdministrator,
  markEmailVerified,
  onboard,
  readAccountData,
  rename,
  undoEmailChange,
} from "./store.ts";

/** The caller's account, as the subject of an activity entry. */
const ownAccount = (context: OperationContext) => userSubject(requireCaller(context).user);

/** Stores the caller's new name. */
async function setName(context: OperationContext, { name }: { name: string }, store: typeof rename) {
  const { user } = requireCaller(context);
  await callerTransaction(context, async (sql) => {
    await store(sql, user.id, name);
    const subject = userSubject({ ...user, name });
    await recordActivity(sql, context, {
      action: "update",
      subject,
      before: { name: user.name },
      after: { name },
    });
  });
  return { name };
}

/** Notifies the old email of an account, with a link that undoes the change. */
async function noticeEmailChange(
  sql: Sql,
  context: OperationContext,
  { userId, before, email }: { userId: string; before: string; email: string },
) {
  const token = await insertEmailChange(sql, { userId, oldEmail: before, newEmail: email });
  const link = new URL(`/login/undo-email?${new URLSearchParams({ token })}`, context.baseUrl).href;
  await queueNotice(sql, context, { to: before, kind: "emailChanged", name: email, link });
}

const operations = implement(accountContract).$context<OperationContext>();

export const accountApi = {
  onboard: operations.onboard.handler(({ input, context }) => setName(context, input, onboard)),

  rename: operations.rename.handler(({ input, context }) => setName(context, input, rename)),

  requestEmailChange: operations.requestEmailChange.handler(async ({ input: { email }, context, errors }) => {
    if (email === ownerOf(context).email) throw errors.EMAIL_UNCHANGED();
    if (checkEmailStrictly(email).problem) throw errors.INVALID_EMAIL();
    await requestAccountCode(context, { purpose: "change-email", email, withhold: isEmailTaken });
    return { email };
  }),

  changeEmail: operations.changeEmail.handler(async ({ input: { email, code }, context, errors }) => {
    const { userId, sessionId } = ownerOf(context);
    const verified = verifyAccountCode(context, { purpose: "change-email", email, code }, async (sql) => {
      const before = await changeEmail(sql, { userId, sessionId, email });
      if (before) await noticeEmailChange(sql, context, { userId, before, email });
      await noticeLinkedAccounts(sql, context, { userId, email }); // optional: social
      await recordSecurityEvent(sql, context, {
        event: "changeEmail",
        subject: ownAccount(context),
        before: { email: before ?? null },
        after: { email },
      });
      return { email };
    });
    return await verified.catch(mapConstraint({ user_email_unique: () => errors.EMAIL_TAKEN() }));
  }),

  readEmailChange: operations.readEmailChange.handler(async ({ input: { token }, context, errors }) => {
    const change = await findEmailChange(context.database.sql, token);
    if (!change) throw errors.LINK_EXPIRED();
    return { oldEmail: change.oldEmail, newEmail: change.newEmail, changedAt: change.createdAt };
  }),

  undoEmailChange: operations.undoEmailChange.handler(async ({ input: { token }, context, errors }) => {
    const undone = context.database.sql.transaction(async (sql) => {
      const result = await undoEmailChange(sql, token);
      if (!result) throw errors.LINK_EXPIRED();
      const { userId, before, email, removed } = result;
      if (before !== email)
        await queueNotice(sql, context, { to: before, kind: "emailChangeUndone", name: email });
      await recordSecurityEvent(sql, context, {
        event: "undoEmailChange",
        subject: { type: "user", id: userId, name: email },
        before: { email: before },
        after: { email },
        details: {
          passkeys: removed.passkeys, // optional: passkeys
          linkedAccounts: removed.linkedAccounts, // optional: social
          apiKeys: removed.keys, // optional: api-keys
        },
      });
      return { email, ...removed };
    });
    return await undone.catch(mapConstraint({ user_email_unique: () => errors.EMAIL_TAKEN() }));
  }),

  requestVerification: operations.requestVerification.handler(async ({ context }) => {
    const { email } = ownerOf(context);
    await requestAccountCode(context, { purpose: "verify-email", email });
    return { email };
  }),

  verifyEmail: operations.verifyEmail.handler(async ({ input: { code }, context }) => {
    const { userId, sessionId, email } = ownerOf(context);
    return await verifyAccountCode(context, { purpose: "verify-email", email, code }, async (sql) => {
      await markEmailVerified(sql, { userId, sessionId, email });
      await recordSecurityEvent(sql, context, { event: "verifyEmail", subject: ownAccount(context) });
      return { email };
    });
  }),

  requestDeletion: operations.requestDeletion.handler(async ({ context, errors }) => {
    const { userId, email } = ownerOf(context);
    if (await isLastAdministrator(context.database.sql, userId)) throw errors.LAST_ADMINISTRATOR();
    await requestAccountCode(context, { purpose: "delete-account", email });
    return { email };
  }),

  deleteAccount: operations.deleteAccount.handler(async ({ input: { code }, context, errors }) => {
    const { userId, email } = ownerOf(context);
    const verified = verifyAccountCode(context, { purpose: "delete-account", email, code }, async (sql) => {
      await deleteUser(sql, userId);
      await recordSecurityEvent(sql, context, { event: "deleteAccount", subject: ownAccount(context) });
      return { id: userId };
    });
    return await verified.catch(
      mapConstraint({ user_last_administrator: () => errors.LAST_ADMINISTRATOR() }),
    );
  }),

  download: operations.download.handler(async ({ context, errors }) => {
    const data = await callerTransaction(context, async (sql) => {
      const read = await readAccountData(sql, requireCaller(context).user.id);
      if (!read) throw errors.UNAUTHORIZED();
      await recordSecurityEvent(sql, context, { event: "downloadData", subject: ownAccount(context) });
      return read;
    });
    const name = `account-${data.exportedAt.toISOString().slice(0, 10)}.json`;
    return {
      headers: { "content-disposition": `attachment; filename="${name}"` },
      body: new File([`${JSON.stringify(data, null, 2)}\n`], name, { type: "application/json" }),
    };
  }),
};
