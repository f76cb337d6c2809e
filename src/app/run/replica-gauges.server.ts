import type { Replicas } from "#server/database/replicas/replicas.ts";
import type { Metrics } from "#server/telemetry/metrics.ts";

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
