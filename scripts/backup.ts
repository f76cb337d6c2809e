import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { type Config, readConfig } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import { openStorage } from "#server/files/files.ts";
import type { FileStorage } from "#server/files/storage.ts";
import { createLog } from "#server/log.ts";
import { readSecret, secretFile } from "#server/secret.ts";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";
import { writeArchive } from "./support/backup/archive.ts";
import { checkArchive, describeContents } from "./support/backup/check.ts";
import { readEntries } from "./support/backup/entries.ts";
import { withDatabase } from "./support/database.ts";

const help = `Writes the database, the uploaded files and the generated secret to a file (docs/backup.md).

Usage: npm run backup -- <file>
  BACKUP_PASSPHRASE encrypts it. Without it, the secret is left out.`;

/** `npm run backup -- <file>`: also while the product runs. @returns the exit code: 1 if files are missing in the storage */
export async function run(args: string[]): Promise<number> {
  const [file, ...rest] = parseArguments(args, { help, positionals: "any" }).positionals;
  if (!file || rest.length > 0) throw new UserError(help);
  const config = readConfig(process.env);
  const { images } = await openStorage(config, createLog({ level: "warn", pretty: true }));
  const passphrase = config.backupPassphrase;
  const secret = secretOf(config);
  const steps = createSteps();
  const { contents, missing } = await withDatabase(steps, (database) =>
    steps.run("Writing and checking the backup", () =>
      backUp({ database, storage: images, secret: passphrase && secret }, { file, passphrase }),
    ),
  );
  console.log(`${file} has ${contents}.`);
  if (secret && !passphrase)
    console.log("The secret isn't in it, because it isn't encrypted: set BACKUP_PASSPHRASE to include it.");
  if (missing.length === 0) return 0;
  console.error(`These files are missing in the storage, and in the backup:\n${missing.join("\n")}`);
  return 1;
}

/** The generated secret, if it is used. */
function secretOf({ auth, dataDir }: Config): string | undefined {
  return auth.secrets.length > 0 ? undefined : readSecret(secretFile(dataDir));
}

/**
 * Writes a backup, and reads it again to check it. It has what was committed when it began.
 * @returns what is in it, in words, and the names of files that the storage doesn't have
 * @throws UserError if the file exists, or if there is nothing to back up
 */
export async function backUp(
  source: { database: Pick<Database, "pool">; storage: Pick<FileStorage, "read">; secret?: string },
  { file, passphrase }: { file: string; passphrase?: string },
): Promise<{ contents: string; missing: string[] }> {
  if (existsSync(file)) throw new UserError(`${file} already exists: choose another name.`);
  const temporaryFile = `${file}.new-${randomBytes(6).toString("hex")}`;
  const missing: string[] = [];
  const client = await source.database.pool.connect();
  try {
    const entries = readEntries(client, { ...source, onMissing: (name) => missing.push(name) });
    await writeArchive(temporaryFile, entries, passphrase).catch((error: NodeJS.ErrnoException) => {
      const isWithoutFolder = error.code === "ENOENT" && error.syscall === "open";
      throw isWithoutFolder ? new UserError(`The folder of ${file} doesn't exist: create it.`) : error;
    });
    const contents = describeContents(await checkArchive(temporaryFile, passphrase));
    await rename(temporaryFile, file);
    return { contents, missing };
  } finally {
    client.release(true); // Its transaction may be open.
    await rm(temporaryFile, { force: true });
  }
}
