import { withDatabase as withDatabaseOf } from "#app/run/with-database.server.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import { formatLog } from "./pretty-log.ts";
import type { Steps } from "../bootstrap/steps.mjs";

/** Runs some work with the configured database, and prints the steps of starting it. */
export function withDatabase<Result>(
  steps: Steps,
  work: (database: Database, log: Log) => Promise<Result>,
): Promise<Result> {
  return withDatabaseOf({ env: process.env, formatLog, onStep: steps.begin }, (database, log) => {
    steps.end();
    return work(database, log);
  });
}
