import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";
import { brand } from "#brand/brand.ts";
import { databaseTime } from "#server/database/clock.ts";
import type { Database } from "#server/database/connect.ts";
import { databaseIdentity } from "#server/database/identity.ts";
import { isLockConflict } from "#server/database/postgres-errors.ts";
import { syncFolder } from "#server/files/sync-folder.ts";
import { servedFolderOf } from "#server/served-folders.ts";
import { StartError } from "#server/start-error.ts";
import { writeArchive, writeError } from "./archive.ts";
import { checkArchive, describeContents } from "./check.ts";
import { databaseError } from "./database-error.ts";
import { readEntries } from "./entries.ts";
import type { ImageSource } from "./images.ts";
import { recordBackup } from "./record.ts";

type Source = {
  database: Pick<Database, "pool">;
  secret?: string | undefined;
  images?: ImageSource["storage"]; // optional: images
};

type Backup = {
  file: string;
  /** In words. */
  contents: string;
  missing: string[]; // optional: images
};

/** An arbitrary number. Its advisory lock is for one backup of a database at a time. */
const lockId = 1_846_270_935;

/**
 * Writes a backup, reads it again to check it, and stores in the database that there is one. It has what was committed when it
 * began, and the secret if it is encrypted.
 * @param o.path a file that doesn't exist, or a folder in which it gets a name with the time
 * @returns what is in it, and the names of the files that the storage of images lacks: then it is not stored as the last one
 * @throws StartError if it can't be written there, there is nothing to back up, the role may not, or another backup is running
 */
export async function backUp(
  {
    database,
    secret,
    images, // optional: images
  }: Source,
  { path, passphrase }: { path: string; passphrase?: string | undefined },
): Promise<Backup> {
  const file = fileAt(path);
  const client = await database.pool.connect();
  try {
    const partialFile = await claimPartialFile(client, dirname(file));
    const missing: string[] = []; // optional: images
    try {
      const entries = readEntries(client, {
        ...(passphrase !== undefined && { secret }),
        // optional: images
        ...(images && { images: { storage: images, onMissing: (name: string) => missing.push(name) } }),
        // end: images
      });
      await writeArchive(partialFile, entries, passphrase);
      const checked = await checkArchive(partialFile, passphrase);
      const contents = describeContents(checked);
      await rename(partialFile, file);
      await syncFolder(dirname(file));
      // optional: images
      if (missing.length > 0) return { file, contents, missing };
      // end: images
      await recordBackup(database.pool, checked.createdAt);
      return {
        file,
        contents,
        missing, // optional: images
      };
    } finally {
      await rm(partialFile, { force: true });
    }
  } catch (error) {
    throw writeError(error, dirname(file)) ?? databaseError(error);
  } finally {
    client.release(true); // Its transaction may be open, and it has the lock.
  }
}

/** @throws StartError if a backup can't be there */
function fileAt(path: string): string {
  const time = databaseTime().toISOString().replace(/\..*/, "Z").replaceAll(":", "-");
  const isFolder = /[/\\]$/.test(path) || (existsSync(path) && statSync(path).isDirectory());
  const file = isFolder ? join(path, `${brand.prefix}-${time}.backup`) : path;
  if (existsSync(file)) throw new StartError(`${file} already exists: choose another name.`);
  const served = servedFolderOf(file);
  if (served)
    throw new StartError(`Browsers get the files in ${served}/: choose another folder for the backup.`);
  if (!existsSync(dirname(file)))
    throw new StartError(`The folder of ${file} doesn't exist, or this account can't access it: create it.`);
  return file;
}

/**
 * Begins the only backup of this database, and removes what an earlier one that was killed has left.
 * @returns where to write until the backup is complete: the same file each time
 */
async function claimPartialFile(client: pg.ClientBase, folder: string): Promise<string> {
  // If this process is killed, its lock ends at once. Not every server's system can do this.
  await client.query("SET client_connection_check_interval = '1s'").catch(() => undefined);
  const takeLock = `SET lock_timeout = '5s'; SELECT pg_advisory_lock(${lockId})`;
  await client.query(takeLock).catch((error: unknown) => {
    if (!isLockConflict(error)) throw error;
    throw new StartError("Another backup of this database is being made: wait until it is complete.");
  });
  const { rows } = await client.query<{ id: string }>(`SELECT ${databaseIdentity} AS id`);
  const id = createHash("sha256")
    .update(rows[0]?.id ?? "")
    .digest("hex")
    .slice(0, 12);
  const file = join(folder, `.backup-${id}.partial`);
  await rm(file, { force: true });
  return file;
}
