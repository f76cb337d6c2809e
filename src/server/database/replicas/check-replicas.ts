import type { Config } from "#server/config.ts";
import { StartError } from "#server/start-error.ts";
import { connect, type DatabaseConnection } from "../connect.ts";
import { databaseIdentity } from "../identity.ts";
import { waitForServer, type WaitOptions } from "../wait-for-server.ts";

/** `identity` is what a standby shares with its primary. */
type Identity = { isStandby: boolean; identity: string };

/**
 * Waits for the replicas, and checks that each is a standby of the database.
 * @param primary the database itself, not through a pooler
 * @throws StartError if one isn't, or can't be reached
 */
export async function checkReplicas(
  { databaseReplicaUrls }: Pick<Config, "databaseReplicaUrls">,
  primary: DatabaseConnection,
  o: WaitOptions,
): Promise<DatabaseConnection[]> {
  const original = await readIdentity(primary, "DATABASE_URL");
  return await Promise.all(
    databaseReplicaUrls.map(async (connectionString, index) => {
      const setting = `DATABASE_REPLICA_URLS (number ${index + 1})`;
      const { isPooled } = await waitForServer({ connectionString }, setting, {
        ...o,
        isReadOnlyAllowed: true,
      });
      const { isStandby, identity } = await readIdentity({ connectionString }, setting);
      if (!isStandby)
        throw new StartError(`${setting} refers to a server that is no standby: set it to a replica.`);
      if (identity !== original.identity)
        throw new StartError(`${setting} is a replica of another database than DATABASE_URL: correct it.`);
      return { connectionString, isPooled };
    }),
  );
}

async function readIdentity(connection: DatabaseConnection, setting: string): Promise<Identity> {
  const { pool, close } = connect(connection, { max: 1 });
  try {
    const { rows } = await pool.query<Identity>(
      `SELECT pg_is_in_recovery() AS "isStandby", ${databaseIdentity} AS identity`,
    );
    return rows[0] as Identity;
  } catch (error) {
    throw new StartError(
      `The database can't be compared with others (${(error as Error).message}): check ${setting}.`,
      { cause: error },
    );
  } finally {
    await close();
  }
}
