/** Something that the product needs, for example the database, can't be used now. */
export class UnavailableError extends Error {
  override name = "UnavailableError";
}

/** The client may try again after this time. */
export const retryAfterSeconds = 5;

/**
 * Of PostgreSQL: the classes 08 (connection) and 53 (resources, for example a full disk), 57P (shutting down or starting),
 * io_error, and read_only_sql_transaction, which a standby answers. Of Node: connections and disks.
 */
const unavailableCodes =
  /^(?:08...|53...|57P..|58030|25006|E(?:AI_AGAIN|CONNREFUSED|CONNRESET|DQUOT|HOSTUNREACH|IO|NETUNREACH|NOSPC|NOTFOUND|PIPE|ROFS|TIMEDOUT))$/;

/** Errors of node-postgres that have no code. */
const connectionLost =
  /^(?:Connection terminated|timeout (?:exceeded|expired)|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/** Whether something failed because what it needs is unavailable: the same may work later. */
export function isUnavailableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    error instanceof UnavailableError ||
    (typeof code === "string" && unavailableCodes.test(code)) ||
    connectionLost.test(error.message) ||
    isUnavailableError(error.cause)
  );
}
