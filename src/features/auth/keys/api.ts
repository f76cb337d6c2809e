import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import { queueNotice } from "../mails/queue-notice.ts";
import { ownerOf } from "../server/owner.ts";
import { keyContract } from "./contract.ts";
import { keyPermissionsOf } from "./server/key-permissions.ts";
import { deleteKey, insertKey, listKeys } from "./store.ts";

const operations = implement(keyContract).$context<OperationContext>();

export const keyApi = {
  listKeys: operations.listKeys.handler(async ({ context }) => ({
    keys: await listKeys(context.database.sql, requireCaller(context).user.id),
    permissions: keyPermissionsOf(context),
  })),

  createKey: operations.createKey.handler(async ({ input, context, errors }) => {
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

  revokeKey: operations.revokeKey.handler(async ({ input: { id }, context, errors }) => {
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
};
