import type { Log } from "#server/log.ts";
import type { Probe } from "#server/probe.ts";
import { measureClock } from "../clock.ts";
import { connect, type Database, type DatabaseConnection } from "../connect.ts";
import { watchDatabase } from "../watch.ts";
import { createLagMeter } from "./lag-meter.ts";

/** A place in the primary's log of changes (an LSN), in bytes from its beginning. */
export type Position = bigint;

/** No replica reaches it. */
export const lastPosition: Position = 2n ** 64n - 1n;

/** A replica that is further behind is passed over. */
export const maxLagSeconds = 30;

/** Together a second, after which a replica that doesn't answer is passed over. */
const times = { intervalMs: 250, timeoutMs: 750 };

type Replica = { database: Database; watch: Probe; position: Position; lagSeconds: number };

/** `number` is its place in DATABASE_REPLICA_URLS. */
export type ReplicaState = { number: string; isUp: boolean; lagSeconds: number };

export type Replicas = {
  /**
   * A replica that has replayed a position; undefined if none has.
   * @param o.key of the same reader always chooses the same one, so that no one goes back in time
   */
  choose(o: { position: Position; key: string }): Database | undefined;
  /** Where the primary is: beyond everything that has been committed. */
  readPosition(): Promise<Position>;
  /** Calls a function once all replicas that are read from have what the primary has now. */
  whenReplayed(action: () => void): void;
  /** For `watchDatabase` of the primary, whose positions in time measure how far replicas are behind. */
  askPrimary(client: Queryable): Promise<void>;
  states(): ReplicaState[];
  stop(): Promise<void>;
};

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> };

/**
 * Watches the replicas of the database, and chooses those to read from (docs/decisions/0067-replicas.md), until `stop`. None is
 * read from before it has replayed what the primary has now, for example migrations.
 */
export async function openReplicas({
  connections,
  primary,
  log,
  hasPreparedStatements,
}: {
  connections: DatabaseConnection[];
  primary: Pick<Database, "pool">;
  log: Pick<Log, "info" | "warn" | "error">;
  hasPreparedStatements?: boolean | undefined;
}): Promise<Replicas> {
  const lagMeter = createLagMeter(maxLagSeconds);
  const waiting = new Set<{ position: Position; action: () => void }>();
  // Also beyond commits that aren't on the disk yet (synchronous_commit = off).
  const readPosition = async () => (await ask(primary.pool, "pg_current_wal_insert_lsn()")) ?? lastPosition;
  /** What someone may have seen: less would go back in time. */
  let minimum = await readPosition();
  const replicas = connections.map(watch);

  function watch(connection: DatabaseConnection, index: number): Replica {
    const database = connect(connection, { log, hasPreparedStatements });
    const replica: Replica = {
      database,
      position: 0n,
      lagSeconds: 0,
      watch: watchDatabase({
        name: `Replica ${index + 1} of the database`,
        connection,
        pool: database.pool,
        log,
        times,
        async ask(client) {
          const position = await ask(
            client,
            "CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END",
          );
          if (position === undefined) throw new Error("It is no standby any more");
          replica.position = position;
          replica.lagSeconds = lagMeter.secondsSince(replica.position);
          callWaiting();
        },
      }),
    };
    return replica;
  }

  /** Whether a replica is read from, or will be. */
  function isInUse({ watch: { health }, position, lagSeconds }: Replica): boolean {
    return health() === "ok" && position > 0n && lagSeconds <= maxLagSeconds;
  }

  function callWaiting() {
    for (const each of waiting) {
      if (replicas.some((replica) => isInUse(replica) && replica.position < each.position)) continue;
      waiting.delete(each);
      if (each.position > minimum) minimum = each.position;
      each.action();
    }
  }

  return {
    choose({ position, key }) {
      const needed = position > minimum ? position : minimum;
      const first = [...key].reduce((sum, character) => sum + character.charCodeAt(0), 0);
      const inOrder = replicas.map((_, index) => replicas[(first + index) % replicas.length]);
      return inOrder.find((replica) => replica && isInUse(replica) && replica.position >= needed)?.database;
    },
    readPosition,
    whenReplayed(action) {
      readPosition().then(
        (position) => {
          waiting.add({ position, action });
          callWaiting();
        },
        // Without the primary, notifications are lost, too: pages are notified of everything when it is back.
        action,
      );
    },
    async askPrimary(client) {
      await measureClock(client);
      const position = await ask(client, "CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_lsn() END");
      if (position !== undefined) lagMeter.add(position);
      callWaiting();
    },
    states: () =>
      replicas.map(({ watch: { health }, lagSeconds }, index) => ({
        number: String(index + 1),
        isUp: health() === "ok",
        lagSeconds,
      })),
    async stop() {
      await Promise.all(replicas.map(({ watch }) => watch.stop()));
      await Promise.all(replicas.map(({ database }) => database.close()));
    },
  };
}

/** The state of each replica in words, for /ready. */
export function replicaDetails(states: ReplicaState[]): Record<string, string> {
  return Object.fromEntries(
    states.map(({ number, isUp, lagSeconds }) => {
      const lag = `${lagSeconds.toFixed(1)} s behind`;
      const upState = lagSeconds > maxLagSeconds ? `failing: ${lag}` : `ok, ${lag}`;
      return [`replica${number}`, isUp ? upState : "failing"];
    }),
  );
}

/** @param expression of an LSN, or null */
async function ask(database: Queryable, expression: string): Promise<Position | undefined> {
  const { rows } = await database.query(`SELECT (${expression}) - '0/0'::pg_lsn AS position`);
  const [row] = rows as { position: string | null }[];
  return row?.position ? BigInt(row.position) : undefined;
}
