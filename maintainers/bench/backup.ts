/**
 * Measures how long a backup and its restore take, for a database of which half are books, and half users with two sessions and two
 * entries of activity each. The backup is encrypted; images have no files.
 *
 *   npm run bench -- backup                  a million rows
 *   npm run bench -- backup --rows 60000
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { generateBooks } from "../../src/features/books/fixtures/generate-books.ts";
import { backUp } from "../../src/server/backup/back-up.ts";
import { checkArchive } from "../../src/server/backup/check.ts";
import { findMigrations, restore } from "../../src/server/backup/restore.ts";
import { connect, type Database } from "../../src/server/database/connect.ts";
import { withDatabase } from "../../src/server/database/connection.ts";
import { migrate } from "../../src/server/database/migrate.ts";
import { machine } from "./lists/machine.ts";
import { startPostgres } from "./lists/product.ts";
import { generateUsers } from "./users/generate-users.ts";

const passphrase = "correct horse battery staple";

const { values } = parseArgs({ options: { rows: { type: "string" } } });
const rows = Number(values.rows ?? 1_000_000);
const steps = createSteps();
const folder = await mkdtemp(join(tmpdir(), "flyleaf-bench-"));
const postgres = await startPostgres();
try {
  await withScratch(async (product) => {
    await steps.run(`Creating about ${rows.toLocaleString("en")} rows`, async () => {
      await migrate(product);
      // Each third book has an image, and each user four rows more.
      await generateBooks(product, Math.round((rows / 2 / 4) * 3));
      await generateUsers(product, Math.round(rows / 2 / 5));
    });
    const file = join(folder, "bench.backup");
    const backupSeconds = await measure("Backing up", () =>
      backUp({ database: product }, { path: file, passphrase }),
    );
    await withScratch(async (database) => {
      const source = { file, passphrase, createdAt: "", migrations: [] };
      const restoreSeconds = await measure("Restoring", async () => {
        const { createdAt, migrations } = await checkArchive(file, passphrase);
        await restore({ database }, { ...source, createdAt, migrations: await findMigrations(migrations) });
      });
      const { rows: written } = await checkArchive(file, passphrase);
      const megabytes = ((await stat(file)).size / 1_000_000).toFixed(0);
      console.log(
        `\n${machine()}; ${written.toLocaleString("en")} rows, ${megabytes} MB: backup ${backupSeconds.toFixed(1)} s, restore ${restoreSeconds.toFixed(1)} s, ratio ${(restoreSeconds / backupSeconds).toFixed(1)}\n`,
      );
    });
  });
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}

async function measure(name: string, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await steps.run(name, work);
  return (performance.now() - startedAt) / 1_000;
}

/** Does some work with a database of its own. */
async function withScratch(work: (database: Database) => Promise<void>): Promise<void> {
  const name = `flyleaf_bench_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  const database = connect(withDatabase(postgres.connection, name), { max: 2 });
  try {
    await work(database);
  } finally {
    await database.close();
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await client.end();
  }
}
