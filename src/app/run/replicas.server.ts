import type { Config } from "#server/config.ts";
import type { Database, DatabaseConnection } from "#server/database/connect.ts";
import { checkReplicas } from "#server/database/replicas/check-replicas.ts";
import { openReplicas, type Replicas } from "#server/database/replicas/replicas.ts";
import type { Log } from "#server/log.ts";
import type { Metrics } from "#server/metrics.ts";

/** Opens the replicas in DATABASE_REPLICA_URLS, if there are any (docs/decisions/0067-replicas.md). */
export async function startReplicas({
  config,
  direct,
  onStep,
  ...o
}: {
  config: Config;
  /** The primary, not through a pooler. */
  direct: DatabaseConnection;
  primary: Database;
  hasPreparedStatements: boolean | undefined;
  log: Log;
  onStep: (text: string) => void;
}): Promise<Replicas | undefined> {
  if (config.databaseReplicaUrls.length === 0) return undefined;
  return await openReplicas({
    connections: await checkReplicas(config, direct, { log: o.log, onStep }),
    ...o,
  });
}

/** Adds what /metrics says of the replicas. */
export function addReplicaGauges(metrics: Metrics, { states }: Pick<Replicas, "states">): void {
  metrics.addGauge({
    name: "database_replica_up",
    help: "Whether a replica of the database answers, by its number in DATABASE_REPLICA_URLS",
    label: "replica",
    read: () => Object.fromEntries(states().map(({ number, isUp }) => [number, isUp ? 1 : 0])),
  });
  metrics.addGauge({
    name: "database_replica_lag_seconds",
    help: "How far a replica is behind the primary",
    label: "replica",
    read: () => Object.fromEntries(states().map(({ number, lagSeconds }) => [number, lagSeconds])),
  });
}
