import type { Sql } from "#server/database/connect.ts";
import { checkedTransaction } from "#server/database/transactions.ts";
import type { OperationContext } from "./context.ts";

/**
 * Runs what a caller changes in a transaction, which begins with another check of the caller (`lockCaller`). Work that takes
 * longer checks at its end, so that a ban doesn't have to wait for it.
 * @throws UNAUTHORIZED or FORBIDDEN if they were banned, demoted or signed out since the request began
 */
export async function callerTransaction<Result>(
  { database, lockCaller }: Pick<OperationContext, "database" | "lockCaller">,
  work: (transaction: Sql) => Promise<Result>,
): Promise<Result> {
  return await checkedTransaction(database.sql, { check: lockCaller, work });
}
