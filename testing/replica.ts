import { connect, type Database } from "../src/server/database/connect.ts";
import { databaseUrl, withDatabase } from "../src/server/database/connection.ts";

/** Of a database of tests. With TEST_REPLICA_URL (`--with replica`), a standby has every commit at once. */
function replicaOf(name: string) {
  const connectionString = process.env.TEST_REPLICA_URL;
  return connectionString ? withDatabase({ connectionString }, name) : undefined;
}

/** Connects to the replica of a database, if it has one. */
export function connectReplica(name: string): Database | undefined {
  const replica = replicaOf(name);
  return replica && connect(replica, { max: 5, applicationName: name });
}

/** The settings of a server whose database has a replica. */
export function replicaSettings(name: string): Record<string, string> {
  const replica = replicaOf(name);
  return replica ? { DATABASE_REPLICA_URLS: databaseUrl(replica) } : {};
}
