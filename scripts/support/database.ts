import { readConfig } from "#server/config.ts";
import { checkRequirements, connect, type Database } from "#server/database/connect.ts";
import { startEmbeddedDatabase } from "#server/database/embedded/embedded.ts";
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
  steps.end();
  try {
    const database = connect(embedded?.connection ?? { connectionString: config.databaseUrl ?? "" }, {
      max: 2,
    });
    try {
      await checkRequirements(database);
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}
