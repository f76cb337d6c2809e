import { implement } from "@orpc/server";
import { answerAccountCode, sendAccountCode } from "#features/auth/codes/server/account-codes.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/permission.ts";
import { mapConstraint } from "#server/database/postgres-errors.ts";
import { accountContract } from "./contract.ts";
import { sendNotice } from "./mails/notices.ts";
import { passkeyApi } from "./passkeys/api.ts";
import { refuseWhileActing } from "./account/server/refusals.ts";
import {
  changeEmail,
  deleteOtherSessions,
  deletePerson,
  deleteSession,
  isEmailTaken,
  isLastAdministrator,
  listSessions,
  markVerified,
  onboard,
  readAccountData,
  readCursor,
  rename,
} from "./account/store.ts";

const account = implement(accountContract).$context<OperationContext>();

export const accountApi = {
  ...passkeyApi,

  onboard: account.onboard.handler(async ({ input, context }) => {
    await onboard(context.database.sql, requireCaller(context).user.id, input.name);
    return { name: input.name };
  }),

  rename: account.rename.handler(async ({ input, context }) => {
    await rename(context.database.sql, requireCaller(context).user.id, input.name);
    return { name: input.name };
  }),

  requestEmailChange: account.requestEmailChange.handler(async ({ input: { email }, context, errors }) => {
    refuseWhileActing(context);
    if (email === requireCaller(context).user.email) throw errors.EMAIL_UNCHANGED();
    await sendAccountCode(context, { purpose: "change-email", email, withhold: isEmailTaken });
    return { email };
  }),

  changeEmail: account.changeEmail.handler(async ({ input: { email, code }, context, errors }) => {
    refuseWhileActing(context);
    const { sessionId, user } = requireCaller(context);
    const answer = { purpose: "change-email", email, code } as const;
    const answered = answerAccountCode(context, answer, async (transaction) => {
      const before = await changeEmail(transaction, { userId: user.id, sessionId, email });
      if (before) await sendNotice(transaction, context, { to: before, kind: "emailChanged", name: email });
      return { email };
    });
    return await answered.catch(mapConstraint({ user_email_unique: () => errors.EMAIL_TAKEN() }));
  }),

  requestVerification: account.requestVerification.handler(async ({ context }) => {
    const { email } = requireCaller(context).user;
    await sendAccountCode(context, { purpose: "verify-email", email });
    return { email };
  }),

  verifyEmail: account.verifyEmail.handler(async ({ input: { code }, context }) => {
    const { id, email } = requireCaller(context).user;
    const answer = { purpose: "verify-email", email, code } as const;
    return await answerAccountCode(context, answer, async (transaction) => {
      await markVerified(transaction, id, email);
      return { email };
    });
  }),

  listSessions: account.listSessions.handler(async ({ input, context, errors }) => {
    const after = input.after === undefined ? undefined : readCursor(input.after);
    if (input.after !== undefined && !after) throw errors.BAD_CURSOR();
    const { sessionId, user } = requireCaller(context);
    return await listSessions(context.database.sql, { userId: user.id, sessionId }, after);
  }),

  revokeSession: account.revokeSession.handler(async ({ input: { id }, context, errors }) => {
    const wasThere = await deleteSession(context.database.sql, requireCaller(context).user.id, id);
    if (!wasThere) throw errors.NOT_FOUND();
    return { id };
  }),

  revokeOtherSessions: account.revokeOtherSessions.handler(async ({ context }) => {
    const { sessionId, user } = requireCaller(context);
    return { count: await deleteOtherSessions(context.database.sql, { userId: user.id, sessionId }) };
  }),

  requestDeletion: account.requestDeletion.handler(async ({ context, errors }) => {
    refuseWhileActing(context);
    const { id, email } = requireCaller(context).user;
    if (await isLastAdministrator(context.database.sql, id)) throw errors.LAST_ADMINISTRATOR();
    await sendAccountCode(context, { purpose: "delete-account", email });
    return { email };
  }),

  deleteAccount: account.deleteAccount.handler(async ({ input: { code }, context, errors }) => {
    refuseWhileActing(context);
    const { id, email } = requireCaller(context).user;
    const answer = { purpose: "delete-account", email, code } as const;
    const answered = answerAccountCode(context, answer, async (transaction) => {
      await deletePerson(transaction, id);
      return { id };
    });
    return await answered.catch(
      mapConstraint({ user_last_administrator: () => errors.LAST_ADMINISTRATOR() }),
    );
  }),

  download: account.download.handler(async ({ context, errors }) => {
    const data = await readAccountData(context.database.sql, requireCaller(context).user.id);
    if (!data) throw errors.UNAUTHORIZED();
    const name = `account-${data.exportedAt.toISOString().slice(0, 10)}.json`;
    return {
      headers: { "content-disposition": `attachment; filename="${name}"` },
      body: new File([`${JSON.stringify(data, null, 2)}\n`], name, { type: "application/json" }),
    };
  }),
};
