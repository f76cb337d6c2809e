import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";

/** A database to which no migration of the product's was applied, until the test ends. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ isEmpty: true });
  onTestFinished(database.drop);
  return database;
}

/** A folder of migrations, until the test ends. */
export async function folderOf(migrations: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "app-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(migrations)) await writeFile(join(folder, `${name}.sql`), text);
  return folder;
}
