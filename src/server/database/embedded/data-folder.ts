import { execFile } from "node:child_process";
import { lstatSync, realpathSync, statSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rename, rm, rmdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { fixedNames } from "#brand/fixed-names.ts";
import { passwordFile, writePasswordFile } from "./access.ts";
import { type Account, runScript, spawnOptions } from "./account.ts";
import { startErrorFrom } from "./start-errors.ts";
import { StartError } from "#server/start-error.ts";

/** What a new database needs. `shared` is a folder for all accounts, used if `account` can't access DATA_DIR. */
type NewDatabase = { dataDir: string; initdb: string; account: Account | undefined; shared: string };

/**
 * Finds the data folder, whose content PostgreSQL checks.
 * @param data DATA_DIR/postgres, which may be a link
 * @returns its real path; undefined if there is none yet
 * @throws StartError if it is another account's
 */
export async function findDataFolder(
  data: string,
  account: Account | undefined,
): Promise<string | undefined> {
  await rmdir(data).catch(() => undefined); // Only an empty folder is removed.
  if (!lstatSync(data, { throwIfNoEntry: false })) return undefined;
  const owner = statSync(data).uid;
  if (account && owner !== account.uid) {
    throw new StartError(
      `The database in ${data} belongs to another account (uid ${owner}) than the one that runs PostgreSQL: start as that account, or change its owner with chown -R ${account.uid}:${account.gid} ${JSON.stringify(realpathSync(data))}`,
    );
  }
  // A restored backup often has other permissions, which PostgreSQL rejects.
  if (account) await chmod(data, 0o700);
  return realpathSync(data);
}

/**
 * Creates the database in a folder that gets its name, or a link, when it is complete.
 * @returns the real path of the data folder, which another process may have created meanwhile
 */
export async function createDataFolder(o: NewDatabase): Promise<string> {
  const data = join(o.dataDir, "postgres");
  let created = await createFolder(`${data}.new-`, o.account);
  const isShared = o.account && !runScript(o.account, 'test -w "$0"', created);
  if (isShared) {
    await rmdir(created);
    if (await mkdir(o.shared, { recursive: true })) await chmod(o.shared, 0o755);
    created = await createFolder(join(o.shared, "database-"), o.account);
  }
  try {
    await initialize(created, o);
    await (isShared ? symlink(created, data) : rename(created, data));
  } catch (error) {
    await rm(created, { recursive: true, force: true });
    if (!lstatSync(data, { throwIfNoEntry: false })) throw error;
  }
  return realpathSync(data);
}

async function createFolder(prefix: string, account?: Account): Promise<string> {
  const folder = await mkdtemp(prefix);
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

async function initialize(folder: string, o: NewDatabase) {
  if (!o.account) await writePasswordFile(o.dataDir);
  const options = [
    `--pgdata=${folder}`,
    `--username=${fixedNames.embeddedDatabase}`,
    "--encoding=UTF8",
    "--locale-provider=icu",
    "--icu-locale=und",
    // Decides which characters are letters.
    ...(o.account ? [`--locale=${process.platform === "darwin" ? "en_US" : "C"}.UTF-8`] : []),
    "--lc-messages=C",
    ...(o.account ? ["--auth=peer"] : ["--auth=scram-sha-256", `--pwfile=${passwordFile(o.dataDir)}`]),
  ];
  await promisify(execFile)(o.initdb, options, spawnOptions(o.account)).catch((error: Error) => {
    throw startErrorFrom(join(o.dataDir, "postgres"), error.message);
  });
}
