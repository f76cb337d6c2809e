/** A write that its person can cancel. */
type Running = {
  stop: () => void;
  /** How many books it adds, once nothing can stop the database from keeping them any more. */
  added?: Promise<number>;
};

/** The writes that this server works on, and those that ended just now, by person and id. */
const running = new Map<string, Running>();

/** How long a write is remembered for who cancels it in the moment of its end, in milliseconds. */
const remembered = 60_000;

/** Makes a write known, so that it can be cancelled. */
export function registerImport(userId: string, id: string, stop: () => void) {
  const key = `${userId} ${id}`;
  const own: Running = { stop };
  running.set(key, own);
  return {
    keep(added: Promise<number>) {
      own.added = added;
      // Mostly nobody asks.
      added.catch(() => undefined);
    },
    end() {
      setTimeout(() => running.get(key) === own && running.delete(key), remembered).unref();
    },
  };
}

/** Stops a write, unless it is too late. @returns how many books it has added; nothing where it is not known here */
export async function cancelRunningImport(userId: string, id: string): Promise<number | undefined> {
  const own = running.get(`${userId} ${id}`);
  own?.stop();
  return own && ((await own.added) ?? 0);
}
