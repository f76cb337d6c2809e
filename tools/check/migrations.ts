import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compareTables } from "../../scripts/support/migrations/compare.ts";
import { listTables } from "../../src/server/backup/tables.ts";
import { copyRows } from "../../scripts/support/migrations/copy-rows.ts";
import { earlierMigrations } from "../../scripts/support/migrations/files.ts";
import { isSameSnapshot, readSnapshot, readTables } from "../../scripts/support/migrations/snapshot.ts";
import { beginMigrating, migrate } from "../../src/server/database/migrate.ts";
import { applyMigration } from "../../src/server/database/migrations/apply.ts";
import {
  hasConcurrently,
  type Migration,
  readMigrations,
} from "../../src/server/database/migrations/files.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { runGit } from "../git.ts";
import { findLongLocks } from "./migration-locks.ts";
import type { Project } from "./project.ts";
import type { Finding } from "./run-checks.ts";

const folder = "migrations";

/** What to do about a migration that fails. */
const advice = "If it isn't committed, correct it, or take it back: npm run db:undo";

/**
 * Checks that committed migrations were not changed, that all of them make the tables of table.ts files in an empty database,
 * and that the newest ones can be applied to a database with rows, without blocking its writers for long.
 */
export async function checkMigrations(project: Project): Promise<Finding[]> {
  return [...checkCommitted(project), ...(await checkResult(project.dir))];
}

/** Files that were changed since the last commit or version: databases may have applied them. */
function checkCommitted({ dir }: Project): Finding[] {
  const version = runGit(dir, "describe", "--tags", "--abbrev=0");
  const files = ["HEAD", version].flatMap((since) => {
    // A version's may have been placed behind the product's own, under other names.
    const renames = since === "HEAD" ? "--no-renames" : "--find-renames=100%";
    const filter = ["--name-only", "--diff-filter=MD", renames];
    const names = since && runGit(dir, "diff", ...filter, since, "--", `${folder}/*.sql`);
    return names ? names.split("\n") : [];
  });
  return [...new Set(files)].map((file) => ({
    file,
    problem:
      "was changed after it had been committed, and databases may have applied it: restore it, and write a new one with npm run db:generate",
  }));
}

/** Applies all migrations to an empty database, and compares its tables with those of table.ts files. */
async function checkResult(dir: string): Promise<Finding[]> {
  const tables = await readTables(dir);
  const database = await createTestDatabase({ isEmpty: true });
  try {
    const failure = await failureOf(() => migrate(database, { folder: join(dir, folder) }));
    if (failure) return [{ problem: `In an empty database: ${failure} ${advice}` }];
    const differences = await compareTables(database, tables);
    if (isSameSnapshot(tables, readSnapshot(dir)))
      return differences.length > 0
        ? differences.map((each) => ({
            problem: `${each}. Correct table.ts, or a migration that isn't committed (npm run db:generate -- --custom --name <name>)`,
          }))
        : await checkUpgrade(dir, database);
    return [
      {
        file: folder,
        problem:
          differences.length > 0
            ? "lacks what has changed in src/**/table.ts: npm run db:generate -- --name <name>"
            : "makes the tables, but snapshot.json has others, as after a merge: npm run db:generate",
      },
    ];
  } finally {
    await database.drop();
  }
}

/**
 * Applies the newest migrations to a database that has the earlier ones, and rows of the seed.
 * @param current one that has all migrations
 */
async function checkUpgrade(dir: string, current: TestDatabase): Promise<Finding[]> {
  const migrations = await readMigrations(join(dir, folder));
  const names = earlierMigrations(dir);
  const isEarlier = ({ name }: Migration) => names.includes(name);
  const database = await createTestDatabase({ isEmpty: true });
  try {
    const client = await database.pool.connect();
    await beginMigrating(client);
    for (const each of migrations.filter(isEarlier)) await applyMigration(client, each);
    await client.query("COMMIT");
    client.release();
    await seed(dir, current);
    // It can fail if the newest migrations remove a column that needs a value. Then they are applied without rows.
    await copyRows(current, database).catch(() => undefined);
    const newest = migrations.filter((each) => !isEarlier(each));
    const findings: Finding[] = [];
    const failure = await failureOf(async () => findings.push(...(await applyNewest(database, newest))));
    return failure ? [{ problem: `In a database with rows: ${failure} ${advice}` }] : findings;
  } finally {
    await database.drop();
  }
}

/** Applies migrations to a database as a running release has it. @returns what blocks its writers for long */
async function applyNewest({ pool }: TestDatabase, migrations: Migration[]): Promise<Finding[]> {
  const client = await pool.connect();
  try {
    const tables = (await listTables(client)).map(({ name }) => name);
    const findings: Finding[] = [];
    for (const migration of migrations) {
      if (!hasConcurrently(migration)) findings.push(...(await findLongLocks(client, migration, tables)));
      await client.query("BEGIN");
      await applyMigration(client, migration);
      await client.query("COMMIT");
    }
    return findings;
  } finally {
    client.release(true);
  }
}

async function seed(dir: string, database: TestDatabase): Promise<void> {
  const file = join(dir, "src/app/run/seed.server.ts");
  if (!existsSync(file)) return;
  const { seedDatabase } = (await import(pathToFileURL(file).href)) as {
    seedDatabase: (database: TestDatabase, o: { withAccounts: boolean }) => Promise<unknown>;
  };
  await seedDatabase(database, { withAccounts: true });
}

async function failureOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return String((error as Error).message).replace(/\.?$/, ".");
  }
}
