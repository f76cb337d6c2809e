import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Sql } from "#server/database/connect.ts";
import { checkedTransaction, pipeline } from "#server/database/transactions.ts";
import type { ListedUser } from "../schema.ts";
import { lockUsers } from "../store.ts";

/**
 * Runs an administrator's work on users in a transaction that locks the users and the administrator: of two
 * administrators who ban, demote or delete each other at the same moment, one finds that they no longer may.
 * @param work gets the users that exist, by their ids
 * @throws UNAUTHORIZED or FORBIDDEN if the caller was banned, deleted, demoted or signed out since the request began
 */
export async function administer<Result>(
  context: OperationContext,
  ids: string[],
  work: (sql: Sql, users: Map<string, ListedUser>) => Promise<Result>,
): Promise<Result> {
  const { id } = requireCaller(context).user;
  let users = new Map<string, ListedUser>();
  return await checkedTransaction(context.database.sql, {
    async check(sql) {
      [users] = await pipeline(
        () => lockUsers(sql, [id, ...ids]),
        () => context.lockCaller(sql),
      );
    },
    work: (sql) => work(sql, users),
  });
}

/** Why a bulk action left a user as they were. */
type Failure<Code> = { id: string; code: Code | "NOT_FOUND"; current: ListedUser | undefined };

/**
 * As `administer`, for those of the users that exist and pass a check.
 * @param o.check the code of the failure, if there is one
 */
export async function administerEach<Result, Code extends string = never>(
  context: OperationContext,
  ids: string[],
  {
    check = () => undefined,
    work,
  }: {
    check?: (user: ListedUser) => Code | undefined;
    work: (sql: Sql, users: ListedUser[]) => Promise<Result>;
  },
): Promise<{ result: Result; done: string[]; failures: Failure<Code>[] }> {
  return await administer(context, ids, async (sql, locked) => {
    const accepted: ListedUser[] = [];
    const failures: Failure<Code>[] = [];
    for (const id of new Set(ids)) {
      const current = locked.get(id);
      const code = current ? check(current) : "NOT_FOUND";
      if (code) failures.push({ id, code, current });
      else if (current) accepted.push(current);
    }
    const result = await work(sql, accepted);
    return { result, done: accepted.map(({ id }) => id), failures };
  });
}
