import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { openFolder } from "./folder-storage.ts";
import { imageFiles, parseFileName } from "./names.ts";
import type { FileKind, FileStorage } from "./storage.ts";

/** A new folder, deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "app-files-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Storage in a new folder, of images unless `kind` says otherwise. */
export async function temporaryStorage(
  kind: FileKind = imageFiles,
): Promise<FileStorage & { folder: string }> {
  const folder = await temporaryFolder();
  return { folder, ...(await openFolder(folder, kind)) };
}

/** The names of the stored files, sorted. */
export async function listNames({ folder }: { folder: string }): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).map((path) => basename(path));
  return names.filter(parseFileName).sort();
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
