import type pg from "pg";
import type { Log } from "#server/log.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";

const intervalMs = 60_000;

/** A collation whose order may be another one than that of the indexes. */
type ChangedCollation = {
  name: string;
  /** The versions of ICU's or the C library's rules: with which the indexes were made, and now. */
  recorded: string;
  actual: string;
  /** What accepts the new version, once the indexes are made again. */
  refresh: string;
};

/**
 * Checks at the start, and regularly until `stop`, whether the system's rules for sorting have changed since the indexes were made, as
 * a new version of ICU does: then they miss rows (docs/deploy.md, "After an upgrade of the system").
 */
export function startCollationCheck({
  pool,
  log,
}: {
  pool: Pick<pg.Pool, "query">;
  log: Pick<Log, "warn" | "info">;
}): {
  /** "ok", or "failing" and why. */
  health(): string;
  stop(): Promise<void>;
} {
  let known = "";
  const task = startPeriodicTask({
    name: "Checking the collations",
    firstDelayMs: 0,
    intervalMs,
    async run() {
      const { changed, commands } = await findChangedCollations(pool);
      const names = changed.map(({ name }) => name).join(", ");
      if (names !== known && changed.length > 0)
        log.warn(
          { changed, commands },
          "The rules for sorting texts have changed, so indexes can miss rows: run the commands",
        );
      if (names === "" && known !== "") log.info("The indexes fit the rules for sorting texts again");
      known = names;
    },
    log,
  });
  return {
    health: () => (known === "" ? "ok" : `failing: sorting has changed (${known}): REINDEX, as the log says`),
    stop: task.stop,
  };
}

/** Finds the collations of the database and of its columns and indexes that have changed, and what to run in psql then. */
export async function findChangedCollations(
  pool: Pick<pg.Pool, "query">,
): Promise<{ changed: ChangedCollation[]; commands: string[] }> {
  const { rows } = await pool.query<ChangedCollation & { reindex: string }>(`
    WITH used AS (
      SELECT attcollation AS oid FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND NOT attisdropped
      UNION
      SELECT unnest(indcollation::oid[]) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
      WHERE relnamespace = 'public'::regnamespace
    ), version AS (
      SELECT 'the database''s default' AS name, datcollversion AS recorded,
        pg_database_collation_actual_version(oid) AS actual,
        format('ALTER DATABASE %I REFRESH COLLATION VERSION', datname) AS refresh
      FROM pg_database WHERE datname = current_database()
      UNION ALL
      SELECT collname, collversion, pg_collation_actual_version(pg_collation.oid),
        format('ALTER COLLATION %s REFRESH VERSION', pg_collation.oid::regcollation)
      FROM pg_collation JOIN used USING (oid)
    )
    SELECT *, format('REINDEX DATABASE CONCURRENTLY %I', current_database()) AS reindex
    FROM version WHERE recorded <> actual ORDER BY name`);
  return {
    changed: rows.map(({ reindex: _, ...collation }) => collation),
    commands: [...new Set(rows.map(({ reindex }) => reindex)), ...rows.map(({ refresh }) => refresh)],
  };
}
