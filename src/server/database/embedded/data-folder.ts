import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { chmod, chown, mkdtemp, readlink, rename, rm, rmdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fixedNames } from "#brand/fixed-names.ts";
import { passwordFile, writePasswordFile } from "./access.ts";
import { type Account, spawnOptions } from "./account.ts";
import { withAccess } from "./folder-access.ts";
import { startErrorFrom } from "./start-errors.ts";
import { StartError } from "#server/start-error.ts";

/** What a new database needs. */
type NewDatabase = { dataDir: string; initdb: string; account: Account | undefined };

/**
 * Finds the data folder, whose content PostgreSQL checks.
 * @param data DATA_DIR/postgres, which may be a link
 * @returns its real path; undefined if there is none yet
 * @throws StartError if it is another account's, or another DATA_DIR's
 */
export async function findDataFolder(
  data: string,
  account: Account | undefined,
): Promise<string | undefined> {
  await rmdir(data).catch(() => undefined); // Only an empty folder is removed.
  const kind = lstatSync(data, { throwIfNoEntry: false });
  if (!kind) return undefined;
  const owner = statSync(data, { throwIfNoEntry: false })?.uid;
  if (owner === undefined) {
    throw new StartError(
      `The database in ${data} is missing: this is a link to ${readlinkSync(data)}, which doesn't exist. Bring the database back there, or delete the link and restore a backup (docs/backup.md).`,
    );
  }
  if (account && owner !== account.uid) {
    throw new StartError(
      `The database in ${data} belongs to another account (uid ${owner}) than the one that runs PostgreSQL: start as that account, or change its owner with chown -R ${account.uid}:${account.gid} ${JSON.stringify(realpathSync(data))}`,
    );
  }
  // A restored backup often has other permissions, which PostgreSQL rejects.
  if (account) await chmod(data, 0o700);
  if (account && kind.isSymbolicLink()) await claimLinked(data);
  return realpathSync(data);
}

/**
 * Keeps the database behind a link for this DATA_DIR, because a copy of DATA_DIR has the same link. Users may have made the link, and
 * so did earlier versions if PostgreSQL's account couldn't access DATA_DIR.
 * @throws StartError if another DATA_DIR has it
 */
async function claimLinked(data: string): Promise<void> {
  const database = realpathSync(data);
  // A link back, because it is written at once.
  const record = join(database, "used-by");
  const user = await readlink(record).catch(() => undefined);
  if (user === data) return;
  if (user && existsSync(user) && realpathSync(user) === database) {
    const [copy, other] = [dirname(data), dirname(user)];
    throw new StartError(
      `${copy} has no database of its own: it is a copy of ${other}, or that is a copy of it, and both have a link to the database in ${database}, which ${other} uses. Delete ${data}, and restore a backup of ${other} in ${copy} (docs/backup.md).`,
    );
  }
  if (user) await rm(record);
  await symlink(data, record).catch(() => claimLinked(data));
}

/**
 * Creates the database in a folder that gets its name when it is complete.
 * @returns the real path of the data folder, which another process may have created meanwhile
 */
export async function createDataFolder(o: NewDatabase): Promise<string> {
  const data = join(o.dataDir, "postgres");
  const created = await mkdtemp(`${data}.new-`);
  try {
    if (o.account) await chown(created, o.account.uid, o.account.gid);
    await initialize(created, o);
    await rename(created, data);
  } catch (error) {
    await rm(created, { recursive: true, force: true });
    if (!lstatSync(data, { throwIfNoEntry: false })) throw error;
  }
  return realpathSync(data);
}

async function initialize(folder: string, o: NewDatabase) {
  if (!o.account) await writePasswordFile(o.dataDir);
  const options = [
    `--username=${fixedNames.embeddedDatabase}`,
    "--encoding=UTF8",
    "--locale-provider=icu",
    "--icu-locale=und",
    // Decides which characters are letters.
    ...(o.account ? [`--locale=${process.platform === "darwin" ? "en_US" : "C"}.UTF-8`] : []),
    "--lc-messages=C",
    ...(o.account ? ["--auth=peer"] : ["--auth=scram-sha-256", `--pwfile=${passwordFile(o.dataDir)}`]),
  ];
  try {
    await withAccess(folder, o.account, async (path, openFolders) => {
      const initdb = spawn(o.initdb, [`--pgdata=${path}`, ...options], {
        ...spawnOptions(o.account),
        stdio: ["ignore", "ignore", "pipe", ...openFolders],
      });
      const [errors, [code]] = await Promise.all([text(initdb.stderr as Readable), once(initdb, "close")]);
      if (code !== 0) throw new Error(errors);
    });
  } catch (error) {
    throw startErrorFrom(join(o.dataDir, "postgres"), (error as Error).message);
  }
}
