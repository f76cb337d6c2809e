import type { Database } from "#server/database/connect.ts";
import { isRecoveryConflict } from "#server/database/postgres-errors.ts";
import { isUnavailableError } from "#server/unavailable.ts";
import type { OperationContext } from "./context.ts";

/**
 * Reads from a replica, if there is one for the caller, and otherwise from the primary.
 * @param read is called again with the primary if the replica fails
 */
export async function readFromReplica<Result>(
  {
    database,
    findReplica,
    log,
    requestId,
  }: Pick<OperationContext, "database" | "findReplica" | "log" | "requestId">,
  read: (database: Database) => Result | PromiseLike<Result>,
): Promise<Result> {
  const replica = findReplica();
  if (!replica) return await read(database);
  try {
    return await read(replica);
  } catch (error) {
    if (!isUnavailableError(error) && !isRecoveryConflict(error)) throw error;
    log.warn({ id: requestId, err: error }, "A replica failed, so the primary is read from");
    return await read(database);
  }
}
