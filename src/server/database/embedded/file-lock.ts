import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DatabaseStartError } from "./start-errors.ts";

/** A lock between processes, which the operating system opens by itself when its holder dies. */
export type FileLock = {
  /** Takes the lock alone, unless anyone else holds it; returns whether it is held now. */
  tryExclusive(): boolean;
  /** Takes the lock beside others who share it; returns whether it is held now. */
  tryShared(): boolean;
  release(): void;
  /** Releases the lock and closes its file. */
  close(): void;
};

const SQLITE_BUSY = 5;

/**
 * Opens a lock on a file, which is created where it is missing and stays empty.
 * Node offers no file locks of its own, SQLite's work on every system: a transaction that is never committed locks its file
 * and, with its journal in memory, writes nothing.
 * @throws DatabaseStartError where the file can't be created or locked.
 */
export function openLock(file: string): FileLock {
  const database = open();

  function open(): DatabaseSync {
    try {
      const opened = new DatabaseSync(file, { timeout: 0 });
      chmodSync(file, 0o600);
      return opened;
    } catch (error) {
      throw notLockable(file, error);
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
      throw notLockable(file, error);
    }
  }

  function release() {
    if (database.isTransaction) database.exec("ROLLBACK");
  }

  return {
    tryExclusive: () => attempt("BEGIN EXCLUSIVE"),
    // A transaction holds its shared lock from its first read on.
    tryShared: () => attempt("BEGIN; SELECT * FROM sqlite_schema"),
    release,
    close: () => database.close(),
  };
}

function notLockable(file: string, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(
    `${file} can't be locked (${cause instanceof Error ? cause.message : String(cause)}): set DATA_DIR to a folder of your own on a local disk.`,
    { cause },
  );
}

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  return (code & 0xff) === SQLITE_BUSY;
}
