import type { Config } from "#server/config.ts";
import type { Database, DatabaseConnection } from "#server/database/connect.ts";
import { checkReplicas } from "#server/database/replicas/check-replicas.ts";
import { openReplicas, type Replicas } from "#server/database/replicas/replicas.ts";
import type { Log } from "#server/log.ts";

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
