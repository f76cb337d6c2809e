import { readConfig } from "#server/config.ts";
import { measureClock } from "#server/database/clock.ts";
import { connect, type Database } from "#server/database/connect.ts";
import { startEmbeddedDatabase } from "#server/database/embedded/embedded.ts";
import { checkDatabase } from "#server/database/requirements.ts";
import { createLog, type Log } from "#server/log.ts";
import type { RunOptions } from "./run.server.ts";

/**
 * Runs a command's work with the configured database. The embedded database is started for it if it isn't running yet.
 * @param o.isExisting whether the embedded database must exist: otherwise it is created
 * @throws StartError if a setting is invalid or the database can't be used
 */
export async function withDatabase<Result>(
  {
    env,
    formatLog,
    onStep,
    isExisting = false,
  }: Pick<RunOptions, "env" | "formatLog" | "onStep"> & { isExisting?: boolean },
  work: (database: Database, log: Log) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env);
  const log = createLog({ level: "warn", format: formatLog });
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir, isExisting, log, onStep });
  try {
    const connection = embedded?.connection ?? (await checkDatabase(config, { log, onStep })).direct;
    const database = connect(connection, { max: 2 });
    try {
      await measureClock(database.pool);
      return await work(database, log);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}
