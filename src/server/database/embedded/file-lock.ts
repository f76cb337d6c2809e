import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "#server/start-error.ts";

/** A lock between processes. The operating system releases it when its holder dies. */
export type FileLock = {
  /** Tries to get the exclusive lock; returns whether it is held. */
  tryExclusive(): boolean;
  /** Tries to get a shared lock; returns whether it is held. */
  tryShared(): boolean;
  release(): void;
  /** Releases the lock and closes its file. */
  close(): void;
};

const SQLITE_BUSY = 5;

/**
 * Opens a lock on a file, which is created if it is missing and stays empty. Node has no file locks, so this is an
 * uncommitted SQLite transaction, which locks its file on every system.
 * @throws StartError if the file can't be created or locked
 */
export function openLock(file: string): FileLock {
  const database = open();

  function open(): DatabaseSync {
    try {
      const opened = new DatabaseSync(file, { timeout: 0 });
      chmodSync(file, 0o600);
      return opened;
    } catch (error) {
      throw lockError(file, error);
    }
  }

  function attempt(sql: string): boolean {
    release();
    try {
      database.exec(`PRAGMA journal_mode = MEMORY; ${sql}`);
      return true;
    } catch (error) {
      release();
      if (isBusy(error)) return false;
      throw lockError(file, error);
    }
  }

  function release() {
    if (database.isTransaction) database.exec("ROLLBACK");
  }

  return {
    tryExclusive: () => attempt("BEGIN EXCLUSIVE"),
    // The shared lock is taken by the first read.
    tryShared: () => attempt("BEGIN; SELECT * FROM sqlite_schema"),
    release,
    close: () => database.close(),
  };
}

function lockError(file: string, cause: unknown): StartError {
  return new StartError(
    `${file} can't be locked (${cause instanceof Error ? cause.message : String(cause)}): set DATA_DIR to a folder of your own on a local disk.`,
    { cause },
  );
}

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  return (code & 0xff) === SQLITE_BUSY;
}
