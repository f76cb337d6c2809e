import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { type ActivityEntry, recordActivity } from "#server/activity/record-activity.ts";
import { recordSecurityEvent, type SecurityEvent } from "#server/activity/security-events.ts";
import type { Sql } from "#server/database/connect.ts";
import { mapConstraint } from "#server/database/postgres-errors.ts";
import { findEmailChange, insertEmailChange, undoEmailChange } from "./account/server/email-changes.ts";
import {
  changeEmail,
  deleteUser,
  isEmailTaken,
  isLastAdministrator,
  markEmailVerified,
  onboard,
  readAccountData,
  rename,
} from "./account/store.ts";
import { requestAccountCode, verifyAccountCode } from "./codes/server/account-codes.ts";
import { authContract } from "./contract.ts";
import { queueNotice } from "./mails/queue-notice.ts";
import { passkeyLimit } from "./passkeys/schema.ts";
import { confirmWithPasskey, passkeyConfirmationOptions } from "./passkeys/server/confirm-with-passkey.ts";
import { newPasskeyOptions, verifyAddedPasskey } from "./passkeys/server/add-passkey.ts";
import {
  deletePasskey,
  insertPasskey,
  listCredentials,
  listPasskeys,
  renamePasskey,
} from "./passkeys/store.ts";
import { keyPermissionsOf } from "./keys/server/key-permissions.ts";
import { deleteKey, insertKey, listKeys } from "./keys/store.ts";
import { deleteLinkedAccount, listLinkedAccounts } from "./social/store.ts";
import { confirmation } from "./server/auth-activity.ts";
import { checkEmailStrictly } from "./server/strict-email.ts";
import {
  confirmSession,
  deleteOtherSessions,
  deleteSession,
  listSessions,
  readCursor,
} from "./sessions/store.ts";

const account = implement(authContract).$context<OperationContext>();

type ImpersonationErrors = { NOT_WHILE_IMPERSONATING: () => Error };

/** The caller, unless an administrator impersonates them (decisions: "Users"). Confirmed operations checked that before. */
function requireOwner(context: OperationContext, errors: ImpersonationErrors) {
  if (requireCaller(context).impersonatedBy !== null) throw errors.NOT_WHILE_IMPERSONATING();
  return ownerOf(context);
}

function ownerOf(context: OperationContext) {
  const { user, sessionId } = requireCaller(context);
  return { userId: user.id, email: user.email, sessionId };
}

/** The caller's account, as the subject of an activity entry. */
function ownAccount(context: OperationContext) {
  const { id, name, email } = requireCaller(context).user;
  return { type: "user", id, name: name ?? email };
}

/** The entry of a caller's new name. */
function renaming(context: OperationContext, name: string): ActivityEntry {
  const { user } = requireCaller(context);
  const subject = { ...ownAccount(context), name };
  return { action: "update", subject, before: { name: user.name }, after: { name } };
}

/** The event of sessions that their user ended. @param o.id if it is one */
function revocation({ id, count }: { id?: string; count: number }): SecurityEvent {
  return { event: "revokeSessions", subject: { type: "session", id }, details: { count } };
}

function canConfirmWithCode(context: OperationContext): boolean {
  return requireCaller(context).confirmationMethods.includes("code");
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

/** Tells the new email of an account which linked accounts can still log in: they don't depend on the email. */
async function noticeLinkedAccounts(
  sql: Sql,
  context: OperationContext,
  { userId, email }: { userId: string; email: string },
) {
  const linked = await listLinkedAccounts(sql, userId);
  if (linked.length === 0) return;
  const names = new Set(linked.map(({ provider }) => context.providerName(provider)));
  const name = new Intl.ListFormat(context.language).format(names);
  await queueNotice(sql, context, { to: email, kind: "accountsStillLinked", name });
}

export const authApi = {
  onboard: account.onboard.handler(async ({ input, context }) => {
    await context.database.sql.transaction(async (sql) => {
      await onboard(sql, requireCaller(context).user.id, input.name);
      await recordActivity(sql, context, renaming(context, input.name));
    });
    return { name: input.name };
  }),

  rename: account.rename.handler(async ({ input, context }) => {
    await context.database.sql.transaction(async (sql) => {
      await rename(sql, requireCaller(context).user.id, input.name);
      await recordActivity(sql, context, renaming(context, input.name));
    });
    return { name: input.name };
  }),

  requestConfirmation: account.requestConfirmation.handler(async ({ context, errors }) => {
    const { email } = requireOwner(context, errors);
    if (!canConfirmWithCode(context)) throw errors.PASSKEY_REQUIRED();
    await requestAccountCode(context, { purpose: "confirm", email });
    return { email };
  }),

  confirm: account.confirm.handler(async ({ input: { code }, context, errors }) => {
    const { email, sessionId } = requireOwner(context, errors);
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

  passkeyConfirmationOptions: account.passkeyConfirmationOptions.handler(async ({ context, errors }) => {
    requireOwner(context, errors);
    return await passkeyConfirmationOptions(context);
  }),

  confirmWithPasskey: account.confirmWithPasskey.handler(async ({ input, context, errors }) => {
    requireOwner(context, errors);
    return await confirmWithPasskey(context, input.credential);
  }),

  checkConfirmation: account.checkConfirmation.handler(() => ({})),

  requestEmailChange: account.requestEmailChange.handler(async ({ input: { email }, context, errors }) => {
    if (email === ownerOf(context).email) throw errors.EMAIL_UNCHANGED();
    if (checkEmailStrictly(email).problem) throw errors.INVALID_EMAIL();
    await requestAccountCode(context, { purpose: "change-email", email, withhold: isEmailTaken });
    return { email };
  }),

  changeEmail: account.changeEmail.handler(async ({ input: { email, code }, context, errors }) => {
    const { userId, sessionId } = ownerOf(context);
    const verified = verifyAccountCode(context, { purpose: "change-email", email, code }, async (sql) => {
      const before = await changeEmail(sql, { userId, sessionId, email });
      if (before) await noticeEmailChange(sql, context, { userId, before, email });
      await noticeLinkedAccounts(sql, context, { userId, email });
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

  readEmailChange: account.readEmailChange.handler(async ({ input: { token }, context, errors }) => {
    const change = await findEmailChange(context.database.sql, token);
    if (!change) throw errors.LINK_EXPIRED();
    return { oldEmail: change.oldEmail, newEmail: change.newEmail, changedAt: change.createdAt };
  }),

  undoEmailChange: account.undoEmailChange.handler(async ({ input: { token }, context, errors }) => {
    const undone = context.database.sql.transaction(async (sql) => {
      const result = await undoEmailChange(sql, token);
      if (!result) throw errors.LINK_EXPIRED();
      const { userId, before, email, ...counts } = result;
      if (before !== email)
        await queueNotice(sql, context, { to: before, kind: "emailChangeUndone", name: email });
      await recordSecurityEvent(sql, context, {
        event: "undoEmailChange",
        subject: { type: "user", id: userId, name: email },
        before: { email: before },
        after: { email },
        details: { passkeys: counts.passkeys, linkedAccounts: counts.linkedAccounts, apiKeys: counts.keys },
      });
      return result;
    });
    return await undone.catch(mapConstraint({ user_email_unique: () => errors.EMAIL_TAKEN() }));
  }),

  requestVerification: account.requestVerification.handler(async ({ context, errors }) => {
    const { email } = requireOwner(context, errors);
    await requestAccountCode(context, { purpose: "verify-email", email });
    return { email };
  }),

  verifyEmail: account.verifyEmail.handler(async ({ input: { code }, context, errors }) => {
    const { userId, sessionId, email } = requireOwner(context, errors);
    return await verifyAccountCode(context, { purpose: "verify-email", email, code }, async (sql) => {
      await markEmailVerified(sql, { userId, sessionId, email });
      await recordSecurityEvent(sql, context, { event: "verifyEmail", subject: ownAccount(context) });
      return { email };
    });
  }),

  listSessions: account.listSessions.handler(async ({ input, context, errors }) => {
    const after = input.after === undefined ? undefined : readCursor(input.after);
    if (input.after !== undefined && !after) throw errors.BAD_CURSOR({ data: { fields: ["after"] } });
    const { sessionId, user } = requireCaller(context);
    return await listSessions(context.database.sql, { userId: user.id, sessionId }, after);
  }),

  revokeSession: account.revokeSession.handler(async ({ input: { id }, context, errors }) => {
    await context.database.sql.transaction(async (sql) => {
      const isDeleted = await deleteSession(sql, requireCaller(context).user.id, id);
      if (!isDeleted) throw errors.NOT_FOUND();
      await recordSecurityEvent(sql, context, revocation({ id, count: 1 }));
    });
    return { id };
  }),

  revokeOtherSessions: account.revokeOtherSessions.handler(async ({ context }) => {
    const { sessionId, user } = requireCaller(context);
    const count = await context.database.sql.transaction(async (sql) => {
      const deleted = await deleteOtherSessions(sql, { userId: user.id, sessionId });
      await recordSecurityEvent(sql, context, revocation({ count: deleted }));
      return deleted;
    });
    return { count };
  }),

  listPasskeys: account.listPasskeys.handler(async ({ context }) => {
    return await listPasskeys(context.database.sql, requireCaller(context).user.id);
  }),

  passkeyCreationOptions: account.passkeyCreationOptions.handler(async ({ context, errors }) => {
    const { userId } = ownerOf(context);
    const existing = await listCredentials(context.database.sql, userId);
    if (existing.length >= passkeyLimit) throw errors.TOO_MANY_PASSKEYS();
    return newPasskeyOptions(context, existing);
  }),

  addPasskey: account.addPasskey.handler(async ({ input: { name, credential }, context, errors }) => {
    const { userId, email, sessionId } = ownerOf(context);
    const verified = await verifyAddedPasskey(context, credential);
    const added = context.database.sql.transaction(async (sql) => {
      const passkey = await insertPasskey(sql, { ...verified, userId, name });
      // The user has unlocked the device. Undoing an email change may have ended the session since.
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

  renamePasskey: account.renamePasskey.handler(async ({ input, context, errors }) => {
    const { userId } = requireOwner(context, errors);
    return await context.database.sql.transaction(async (sql) => {
      const renamed = await renamePasskey(sql, userId, input);
      if (!renamed) throw errors.NOT_FOUND();
      const subject = { type: "passkey", id: renamed.id, name: renamed.name };
      await recordActivity(sql, context, { action: "update", subject, after: { name: renamed.name } });
      return renamed;
    });
  }),

  removePasskey: account.removePasskey.handler(async ({ input: { id }, context, errors }) => {
    const { userId, email } = ownerOf(context);
    return await context.database.sql.transaction(async (sql) => {
      const passkey = await deletePasskey(sql, userId, id);
      if (!passkey) throw errors.NOT_FOUND();
      await queueNotice(sql, context, { to: email, kind: "passkeyRemoved", name: passkey.name });
      const subject = { type: "passkey", id, name: passkey.name };
      await recordSecurityEvent(sql, context, { event: "removePasskey", subject });
      return { id, credentialId: passkey.credentialId };
    });
  }),

  listLinkedAccounts: account.listLinkedAccounts.handler(async ({ context }) => {
    const linked = await listLinkedAccounts(context.database.sql, requireCaller(context).user.id);
    return linked.map((row) => ({ ...row, name: context.providerName(row.provider) }));
  }),

  removeLinkedAccount: account.removeLinkedAccount.handler(async ({ input: { id }, context, errors }) => {
    const { userId, email } = ownerOf(context);
    return await context.database.sql.transaction(async (sql) => {
      const provider = await deleteLinkedAccount(sql, userId, id);
      if (provider === undefined) throw errors.NOT_FOUND();
      const name = context.providerName(provider);
      await queueNotice(sql, context, { to: email, kind: "accountUnlinked", name });
      const subject = { type: "linkedAccount", id, name };
      await recordSecurityEvent(sql, context, { event: "unlinkAccount", subject });
      return { id };
    });
  }),

  listKeys: account.listKeys.handler(async ({ context }) => ({
    keys: await listKeys(context.database.sql, requireCaller(context).user.id),
    permissions: keyPermissionsOf(context),
  })),

  createKey: account.createKey.handler(async ({ input, context, errors }) => {
    const { userId, email, sessionId } = ownerOf(context);
    const allowed = keyPermissionsOf(context);
    const denied = input.permissions.filter((permission) => !allowed.includes(permission));
    if (denied.length > 0) throw errors.PERMISSION_NOT_GRANTED({ data: { permissions: denied } });
    return await context.database.sql.transaction(async (sql) => {
      const created = await insertKey(sql, { ...input, userId, sessionId });
      if (!created) throw errors.TOO_MANY_KEYS();
      const { id, name, permissions } = created;
      await queueNotice(sql, context, { to: email, kind: "keyCreated", name });
      await recordSecurityEvent(sql, context, {
        event: "createKey",
        subject: { type: "apiKey", id, name },
        details: { permissions: permissions.join(", ") },
      });
      return created;
    });
  }),

  revokeKey: account.revokeKey.handler(async ({ input: { id }, context, errors }) => {
    const { userId, email } = ownerOf(context);
    return await context.database.sql.transaction(async (sql) => {
      const revoked = await deleteKey(sql, userId, id);
      if (!revoked) throw errors.NOT_FOUND();
      const { name } = revoked;
      await queueNotice(sql, context, { to: email, kind: "keyRevoked", name });
      await recordSecurityEvent(sql, context, { event: "revokeKey", subject: { type: "apiKey", id, name } });
      return revoked;
    });
  }),

  requestDeletion: account.requestDeletion.handler(async ({ context, errors }) => {
    const { userId, email } = requireOwner(context, errors);
    if (await isLastAdministrator(context.database.sql, userId)) throw errors.LAST_ADMINISTRATOR();
    await requestAccountCode(context, { purpose: "delete-account", email });
    return { email };
  }),

  deleteAccount: account.deleteAccount.handler(async ({ input: { code }, context, errors }) => {
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

  download: account.download.handler(async ({ context, errors }) => {
    const data = await readAccountData(context.database.sql, requireCaller(context).user.id);
    if (!data) throw errors.UNAUTHORIZED();
    await recordSecurityEvent(context.database.sql, context, {
      event: "downloadData",
      subject: ownAccount(context),
    });
    const name = `account-${data.exportedAt.toISOString().slice(0, 10)}.json`;
    return {
      headers: { "content-disposition": `attachment; filename="${name}"` },
      body: new File([`${JSON.stringify(data, null, 2)}\n`], name, { type: "application/json" }),
    };
  }),
};
