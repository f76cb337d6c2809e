import type { OperationContext } from "#rpc/context.ts";
import { temporaryErrorCode } from "#server/unavailable.ts";

/**
 * Reads from a replica.
 * @param read is called with the replica as the context's database
 * @returns undefined if there is none for the caller, or if it fails: then read from the primary
 */
export async function readFromReplica<Result>(
  context: OperationContext,
  read: (context: OperationContext) => Result | PromiseLike<Result>,
): Promise<Result | undefined> {
  const { reads, caller, requestId, log } = context;
  const replica = reads.findReplica(caller);
  if (!replica) return undefined;
  try {
    return await read({ ...context, database: replica });
  } catch (error) {
    // One that took too long would take as long on the primary.
    if (temporaryErrorCode(error) !== "SERVICE_UNAVAILABLE") throw error;
    log.warn({ id: requestId, err: error }, "A replica failed, so the primary is read from");
    return undefined;
  }
}
