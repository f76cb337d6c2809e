type RunningImport = {
  abort: () => void;
  /** The number of added rows, once the transaction is being committed and can't be aborted. */
  added?: Promise<number>;
};

/** The writes of this process that are running or ended within the last minute, by user and id. */
const imports = new Map<string, RunningImport>();

/** How long an ended write is remembered, for a user who cancels it at that moment. */
const retentionMs = 60_000;

/** Registers a write, so that its user can cancel it. */
export function registerImport(userId: string, id: string, abort: () => void) {
  const key = `${userId} ${id}`;
  const running: RunningImport = { abort };
  imports.set(key, running);
  return {
    onCommit(added: Promise<number>) {
      running.added = added;
      // Usually no one awaits it.
      added.catch(() => undefined);
    },
    onEnd() {
      setTimeout(() => imports.get(key) === running && imports.delete(key), retentionMs).unref();
    },
  };
}

/** Aborts a write if it can still be aborted. @returns the number of added rows; undefined for an unknown write */
export async function cancelRunningImport(userId: string, id: string): Promise<number | undefined> {
  const running = imports.get(`${userId} ${id}`);
  running?.abort();
  return running && ((await running.added) ?? 0);
}
