import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

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
 * Node offers no file locks of its own, SQLite's work on every system: a transaction on an empty database locks its file
 * and writes nothing.
 * @throws where the file can't be opened for writing.
 */
export function openLock(file: string): FileLock {
  const database = new DatabaseSync(file, { timeout: 0 });
  chmodSync(file, 0o600);

  function attempt(sql: string): boolean {
    release();
    try {
      database.exec(sql);
      return true;
    } catch (error) {
      release();
      if (isBusy(error)) return false;
      throw error;
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

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  return (code & 0xff) === SQLITE_BUSY;
}
