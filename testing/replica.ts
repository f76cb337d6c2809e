import { connect, type Database } from "../src/server/database/connect.ts";
import { withDatabase } from "../src/server/database/connection.ts";

/** With TEST_REPLICA_URL (`--with replica`), a standby of a test's database that has every commit at once. */
export function connectReplica(name: string): Database | undefined {
  const connectionString = process.env.TEST_REPLICA_URL;
  if (!connectionString) return undefined;
  return connect(withDatabase({ connectionString }, name), { max: 5, applicationName: name });
}
