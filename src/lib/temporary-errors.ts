/** The errors of what may work later. */
export const temporaryErrors = {
  /** A statement reached the database's time limit. */
  TOO_SLOW: { status: 503, message: "This took too long and was stopped." },
  /** The database, or the storage of files, can't be used now, or others have locked what a statement needs. */
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: "The service is unavailable right now. Please try again in a moment.",
  },
} as const;

export type TemporaryErrorCode = keyof typeof temporaryErrors;
