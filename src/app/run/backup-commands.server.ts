import { existsSync } from "node:fs";
import { backUp } from "#server/backup/back-up.ts";
import { checkArchive, describeContents } from "#server/backup/check.ts";
import { openImages } from "#server/backup/images.ts"; // optional: images
import { checkSecret, findMigrations, restore } from "#server/backup/restore.ts";
import { type Config, readConfig } from "#server/config.ts";
import { readSecret, secretFile } from "#server/secret.ts";
import { StartError } from "#server/start-error.ts";
import type { RunOptions } from "./run.server.ts";
import { withDatabase } from "./with-database.server.ts";

type Options = Pick<RunOptions, "env" | "formatLog" | "onStep">;

/**
 * Backs up the configured product.
 * @param path a file, or a folder in which it gets a name with the time
 * @returns what was backed up, in sentences
 * @throws StartError if it can't be, or if files of images in use are missing
 */
export const runBackup = describingFileErrors(async (path, o) => {
  const config = readConfig(o.env);
  checkDataDir(config);
  const passphrase = config.backupPassphrase;
  // The generated secret, if it is used.
  const secret = config.auth.secrets.length > 0 ? undefined : readSecret(secretFile(config.dataDir));
  const result = await withDatabase({ ...o, isExisting: true }, async (database) => {
    const images = await openImages(config); // optional: images
    o.onStep?.("Writing and checking the backup");
    return await backUp(
      {
        database,
        secret,
        images, // optional: images
      },
      { path, passphrase },
    );
  });
  const lines = [`${result.file} has ${result.contents}, of ${databaseName(config)}.`];
  if (secret && !passphrase)
    lines.push("The secret isn't in it, because it isn't encrypted: set BACKUP_PASSPHRASE to include it.");
  // optional: images
  if (result.missing.length > 0) {
    const missing = `These files are missing in the storage, and in the backup:\n${result.missing.join("\n")}`;
    throw new StartError([...lines, missing].join("\n"));
  }
  // end: images
  return lines.join("\n");
});

/**
 * Restores a backup into the configured product, which must be empty.
 * @returns what was restored, in sentences
 * @throws StartError if it can't be
 */
export const runRestore = describingFileErrors(async (file, o) => {
  const config = readConfig(o.env);
  checkDataDir(config);
  const passphrase = config.backupPassphrase;
  o.onStep?.("Checking the backup");
  // Before the embedded database is created.
  const contents = await checkArchive(file, passphrase);
  const secretPath = config.auth.secrets.length > 0 ? undefined : secretFile(config.dataDir);
  checkSecret(contents, secretPath);
  const migrations = await findMigrations(contents.migrations);
  const skipped = await withDatabase(o, async (database) => {
    const images = await openImages(config); // optional: images
    o.onStep?.("Restoring the backup");
    return await restore(
      {
        database,
        secretPath,
        images, // optional: images
      },
      { file, passphrase, createdAt: contents.createdAt, migrations },
    );
  });
  const restored = describeContents({ ...contents, secret: secretPath && contents.secret });
  const lines = [`Restored ${restored}, as of ${contents.createdAt}, into ${databaseName(config)}.`];
  if (skipped.length > 0)
    lines.push(`Left out, because no migration creates these tables: ${skipped.join(", ")}.`);
  return lines.join("\n");
});

/** A command, which says what to do about a file that its account may not use. */
function describingFileErrors(command: (path: string, o: Options) => Promise<string>): typeof command {
  return async (path, o) => {
    try {
      return await command(path, o);
    } catch (error) {
      const { syscall, code, path: file } = error as NodeJS.ErrnoException;
      if (!syscall || !file) throw error;
      throw new StartError(`${file} can't be used (${code}): run this as the account of the server.`, {
        cause: error,
      });
    }
  };
}

/** Where the database is, without its password. */
function databaseName({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`;
  const { hostname, pathname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? hostname;
  return `the database ${pathname.slice(1)} on ${host || "this machine"}`;
}

/** @throws StartError if DATA_DIR can't be the server's: images and the generated secret would be missing */
function checkDataDir(config: Config): void {
  if (!config.databaseUrl) return;
  // optional: bucket
  if (config.s3 && config.auth.secrets.length > 0) return;
  // end: bucket
  if (!existsSync(config.dataDir))
    throw new StartError(
      `There is no folder ${config.dataDir}: set DATA_DIR to the one of the server, or create it (docs/backup.md).`,
    );
}
