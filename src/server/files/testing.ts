import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { openFolder } from "./folder-storage.ts";
import type { FileStorage } from "./storage.ts";

/** A new folder, deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "flyleaf-files-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Storage in a new folder. */
export async function temporaryStorage(): Promise<FileStorage> {
  return await openFolder(await temporaryFolder());
}

export async function listNames(storage: Pick<FileStorage, "list">): Promise<string[]> {
  const names = [];
  for await (const name of storage.list()) names.push(name);
  return names;
}

/** An image id of one repeated digit, so that tests can sort them. */
export function testImageId(digit: string): string {
  return digit.repeat(40);
}

/** A table that references images, as in a feature's migration. */
export async function createPosterTable({ pool }: Pick<Database, "pool">): Promise<void> {
  await pool.query(`
    CREATE TABLE poster (
      name text PRIMARY KEY,
      picture_id text CONSTRAINT poster_picture_id_image_id_fk REFERENCES image (id) ON DELETE RESTRICT
    );
    CREATE INDEX poster_picture ON poster (picture_id) WHERE picture_id IS NOT NULL;
    CALL refer_to_images('poster', 'picture_id')`);
}
