import { userSubject } from "#features/users/shared/user-subject.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requirePermission } from "#rpc/enforce-permission.server.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import type { Sql } from "#server/database/connect.ts";
import { endKeys, type EndedKey } from "../keys/store.ts";
import { queueNotice } from "../mails/queue-notice.ts";

type Owner = { id: string; name: string | null; email: string };

/**
 * Ends API keys of users for an administrator. The users are notified by mail.
 * @param sql a transaction
 * @param o.id of the only one that is ended; by default all are
 * @returns the ended ones
 * @throws FORBIDDEN without the permission
 */
export async function endKeysOf(
  sql: Sql,
  context: OperationContext,
  { users, id }: { users: Owner[]; id?: string },
): Promise<EndedKey[]> {
  requirePermission(context, { apiKey: ["revoke"] });
  const ended = await endKeys(sql, { userIds: users.map((user) => user.id), id });
  for (const user of users) {
    const keys = ended.filter(({ userId }) => userId === user.id);
    if (keys.length === 0) continue;
    const name = new Intl.ListFormat(context.language).format(keys.map((key) => key.name));
    await queueNotice(sql, context, { to: user.email, kind: "keysRevoked", name });
    await recordSecurityEvent(sql, context, {
      event: "revokeKeys",
      subject: userSubject(user),
      before: id === undefined ? { apiKeys: keys.length } : { apiKey: keys[0]?.start ?? null },
    });
  }
  return ended;
}
