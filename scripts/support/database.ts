import { readConfig } from "#server/config.ts";
import { connect, type Database } from "#server/database/connect.ts";
import { startEmbeddedDatabase } from "#server/database/embedded/embedded.ts";
import { checkDatabase } from "#server/database/requirements.ts";
import { createLog } from "#server/log.ts";
import type { Steps } from "../bootstrap/steps.mjs";

/**
 * Runs some work with the configured database. The embedded database is started for it if it isn't running yet.
 */
export async function withDatabase<Result>(
  steps: Steps,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  const log = createLog({ level: "warn", pretty: true });
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir, log, onStep: steps.begin });
  try {
    const connection =
      embedded?.connection ?? (await checkDatabase(config, { log, onStep: steps.begin })).direct;
    steps.end();
    const database = connect(connection, { max: 2 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}
