import type { TemporaryErrorCode } from "#lib/temporary-errors.ts";

/** Something that the product needs, for example the database, can't be used now. */
export class UnavailableError extends Error {
  override name = "UnavailableError";
}

/** The client may try again after this time. */
export const retryAfterSeconds = 5;

/** Of PostgreSQL: query_canceled, for example after `statement_timeout`. */
const tooSlowCode = "57014";

/**
 * Of PostgreSQL: the classes 08 (connection), 28 (login), 40 (deadlocks and other conflicts of transactions), 53 (resources, for
 * example a full disk) and 57P (shutting down or starting), lock_not_available, invalid_catalog_name, io_error,
 * read_only_sql_transaction, which a standby answers, and transactions that took too long. Of Node: connections and disks.
 */
const unavailableCodes =
  /^(?:08...|28...|40...|53...|57P..|25006|25P0[34]|3D000|55P03|58030|E(?:AI_AGAIN|CONNREFUSED|CONNRESET|DQUOT|HOSTUNREACH|IO|NETUNREACH|NOSPC|NOTFOUND|PIPE|ROFS|TIMEDOUT))$/;

/** Errors of node-postgres that have no code. */
const connectionLost =
  /^(?:Connection terminated|timeout (?:exceeded|expired)|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/**
 * Classifies the error of the database, or of another service that the product needs. Whatever catches such an error asks this.
 * @returns the code for the client if the same may work later; undefined for any other error
 */
export function temporaryErrorCode(error: unknown): TemporaryErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === tooSlowCode) return "TOO_SLOW";
  const isUnavailable =
    error instanceof UnavailableError ||
    (typeof code === "string" && unavailableCodes.test(code)) ||
    (code === "ENOENT" && syscall === "connect") || // A Unix socket, while PostgreSQL restarts.
    connectionLost.test(error.message);
  return isUnavailable ? "SERVICE_UNAVAILABLE" : temporaryErrorCode(error.cause);
}
