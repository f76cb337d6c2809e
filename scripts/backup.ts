import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Config, readConfig } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import { readSecret, secretFile } from "#server/secret.ts";
import { servedFolderOf } from "#server/served-folders.ts";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";
import { writeArchive } from "./support/backup/archive.ts";
import { checkArchive, describeContents } from "./support/backup/check.ts";
import { readEntries } from "./support/backup/entries.ts";
import { type ImageSource, openImages } from "./support/backup/images.ts";
import { withDatabase } from "./support/database.ts";

const help = `Writes the data of the product and the generated secret to a file (docs/backup.md).

Usage: npm run backup -- <file>
  BACKUP_PASSPHRASE encrypts it. Without it, the secret is left out.`;

/** `npm run backup -- <file>`: also while the product runs. */
export async function run(args: string[]): Promise<void> {
  const [file, ...rest] = parseArguments(args, { help, positionals: "any" }).positionals;
  if (!file || rest.length > 0) throw new UserError(help);
  const config = readConfig(process.env);
  const passphrase = config.backupPassphrase;
  const secret = secretOf(config);
  const missing: string[] = []; // optional: images
  const source = {
    secret,
    images: { storage: await openImages(config), onMissing: (name: string) => missing.push(name) }, // optional: images
  };
  const steps = createSteps();
  const contents = await withDatabase(steps, (database) =>
    steps.run("Writing and checking the backup", () => backUp({ ...source, database }, { file, passphrase })),
  );
  console.log(`${file} has ${contents}.`);
  if (secret && !passphrase)
    console.log("The secret isn't in it, because it isn't encrypted: set BACKUP_PASSPHRASE to include it.");
  // optional: images
  if (missing.length > 0)
    throw new UserError(`These files are missing in the storage, and in the backup:\n${missing.join("\n")}`);
  // end: images
}

/** The generated secret, if it is used. */
function secretOf({ auth, dataDir }: Config): string | undefined {
  return auth.secrets.length > 0 ? undefined : readSecret(secretFile(dataDir));
}

type Source = {
  database: Pick<Database, "pool">;
  secret?: string | undefined;
  images?: ImageSource; // optional: images
};

/**
 * Writes a backup, and reads it again to check it. It has what was committed when it began, and the secret if it is encrypted.
 * @returns what is in it, in words
 * @throws UserError if the file exists or can't be there, or there is nothing to back up
 */
export async function backUp(
  { database, secret, ...source }: Source,
  { file, passphrase }: { file: string; passphrase?: string },
): Promise<string> {
  if (existsSync(file)) throw new UserError(`${file} already exists: choose another name.`);
  const served = servedFolderOf(file);
  if (served)
    throw new UserError(`Browsers get the files in ${served}/: choose another folder for the backup.`);
  if (!existsSync(dirname(file))) throw new UserError(`The folder of ${file} doesn't exist: create it.`);
  const temporaryFile = `${file}.new-${randomBytes(6).toString("hex")}`;
  const client = await database.pool.connect();
  try {
    const entries = readEntries(client, { ...source, ...(passphrase !== undefined && { secret }) });
    await writeArchive(temporaryFile, entries, passphrase);
    const contents = describeContents(await checkArchive(temporaryFile, passphrase));
    await rename(temporaryFile, file);
    return contents;
  } finally {
    client.release(true); // Its transaction may be open.
    await rm(temporaryFile, { force: true });
  }
}
