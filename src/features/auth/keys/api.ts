import { implement } from "@orpc/server";
import { administer } from "#features/users/shared/administer.server.ts";
import { callerTransaction } from "#rpc/caller-transaction.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import type { Permissions } from "#rpc/permissions.ts";
import { queueNotice } from "../mails/queue-notice.ts";
import { ownerOf } from "../server/owner.ts";
import { endKeysOf } from "../shared/end-keys.server.ts";
import { lockUser } from "../store.ts";
import { keyContract } from "./contract.ts";
import { endKeys, forgetKeyUse, insertKey, listKeys, listKeysUsedAfterEnd } from "./store.ts";

const operations = implement(keyContract).$context<OperationContext>();

export const keyApi = {
  listKeys: operations.listKeys.handler(async ({ context }) => {
    const { id } = requireCaller(context).user;
    return {
      keys: await listKeys(context.database.sql, id),
      usedAfterEnd: await listKeysUsedAfterEnd(context.database.sql, id),
      permissions: keyPermissionsOf(context),
    };
  }),

  createKey: operations.createKey.handler(async ({ input, context, errors }) => {
    const { userId, email, sessionId } = ownerOf(context);
    const allowed = keyPermissionsOf(context);
    const denied = input.permissions.filter((permission) => !allowed.includes(permission));
    if (denied.length > 0) throw errors.PERMISSION_NOT_GRANTED({ data: { permissions: denied } });
    return await callerTransaction(context, async (sql) => {
      await lockUser(sql, { id: userId });
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

  revokeKey: operations.revokeKey.handler(async ({ input: { id }, context, errors }) => {
    const { userId, email } = ownerOf(context);
    return await callerTransaction(context, async (sql) => {
      const [revoked] = await endKeys(sql, { userIds: [userId], id });
      if (!revoked) throw errors.NOT_FOUND();
      const { name } = revoked;
      await queueNotice(sql, context, { to: email, kind: "keyRevoked", name });
      await recordSecurityEvent(sql, context, { event: "revokeKey", subject: { type: "apiKey", id, name } });
      return revoked;
    });
  }),

  dismissKeyUse: operations.dismissKeyUse.handler(async ({ input: { id }, context, errors }) => {
    const { userId } = ownerOf(context);
    return await callerTransaction(context, async (sql) => {
      const key = await forgetKeyUse(sql, userId, id);
      if (!key) throw errors.NOT_FOUND();
      const subject = { type: "apiKey", id, name: key.name };
      await recordSecurityEvent(sql, context, { event: "dismissKeyUse", subject });
      return key;
    });
  }),

  listUserKeys: operations.listUserKeys.handler(
    async ({ input: { id }, context }) => await listKeys(context.database.sql, id),
  ),

  revokeUserKey: operations.revokeUserKey.handler(
    async ({ input: { id, keyId }, context, errors }) =>
      await administer(context, [id], async (sql, locked) => {
        const user = locked.get(id);
        const [revoked] = user ? await endKeysOf(sql, context, { users: [user], id: keyId }) : [];
        if (!revoked) throw errors.NOT_FOUND();
        return revoked;
      }),
  ),

  revokeUserKeys: operations.revokeUserKeys.handler(
    async ({ input: { id }, context, errors }) =>
      await administer(context, [id], async (sql, locked) => {
        const user = locked.get(id);
        if (!user) throw errors.NOT_FOUND();
        return { count: (await endKeysOf(sql, context, { users: [user] })).length };
      }),
  ),
};

/** Resources that need a session: the user's own account, and the areas, which are pages. */
const sessionResources = new Set(["account", "apps"]);

/** Actions that always need a confirmation, which a key can't give, or that only better-auth knows. */
const sessionPermissions = new Set([
  "user:delete",
  "user:impersonate", // optional: impersonation
  "apiKey:revoke",
  "user:set-password",
  "session:delete",
]);

/** The permissions that the caller can give to an API key: their own, without those that need a session. */
export function keyPermissionsOf(context: OperationContext): string[] {
  const { access } = context;
  const { user } = requireCaller(context);
  return Object.entries(access.declarations)
    .filter(([resource]) => !sessionResources.has(resource))
    .flatMap(([resource, actions]) => Object.keys(actions).map((action) => ({ resource, action })))
    .filter(({ resource, action }) => access.canUser(user, { [resource]: [action] } as Permissions))
    .map(({ resource, action }) => `${resource}:${action}`)
    .filter((permission) => !sessionPermissions.has(permission));
}
