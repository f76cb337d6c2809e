import { createHash, randomBytes } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { chmod, chown, mkdir, open, readdir, rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Binaries, createSharedFolder } from "./binaries.ts";
import { startErrorFrom } from "./start-errors.ts";
import { type Account, canAccess, checkOwner } from "./account.ts";
import { runProgram } from "./postmaster.ts";
import { passwordFile, writeWindowsAccess } from "./windows-access.ts";
import { StartError } from "#server/start-error.ts";

/** The embedded database's files in DATA_DIR. */
export type DataPaths = {
  dataDir: string;
  /** PostgreSQL's data folder, or a symbolic link to it. */
  data: string;
  log: string;
  /** Locked by the process that is starting or stopping PostgreSQL. */
  startLock: string;
  /** Locked, shared, by every process that uses PostgreSQL. */
  usersLock: string;
};

export function dataPaths(dataDir: string): DataPaths {
  return {
    dataDir,
    data: join(dataDir, "postgres"),
    log: join(dataDir, "postgres.log"),
    startLock: join(dataDir, "postgres.turn.lock"),
    usersLock: join(dataDir, "postgres.users.lock"),
  };
}

/**
 * Finds and checks the data folder, without changing its files.
 * @returns its real path; undefined if there is no database yet
 * @throws StartError if it can't be used
 */
export async function findDataFolder(files: DataPaths, major: string): Promise<string | undefined> {
  const { data } = files;
  if (!existsSync(data)) {
    if (!lstatSync(data, { throwIfNoEntry: false })) return undefined;
    throw new StartError(
      `${data} is a link to ${readlinkSync(data)}, which doesn't exist: restore that folder, or remove the link to start with an empty database.`,
    );
  }
  const names = await readdir(data).catch(() => undefined);
  if (names?.length === 0) return undefined;
  checkOwner(data);
  if (!names?.includes("PG_VERSION")) {
    throw new StartError(
      `${data} doesn't contain a database: move it away to start with an empty database, or restore a backup.`,
    );
  }
  const found = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (found !== major) {
    throw new StartError(
      `The database in ${data} was created by PostgreSQL ${found || "of an unknown version"}, and PostgreSQL ${major} can't read it: go back to the version of this product that created it, or move the folder away to start with an empty database.`,
    );
  }
  const realPath = realpathSync(data);
  // A restored backup often has other permissions, which PostgreSQL rejects.
  if (process.platform !== "win32") await chmod(realPath, 0o700);
  return realPath;
}

/** @throws StartError if the account that runs PostgreSQL can't access its files. */
export async function checkAccess(data: string, account: Account | undefined, shared: string): Promise<void> {
  if (await canAccess(account, join(data, "PG_VERSION"), "r")) return;
  throw new StartError(
    `The account that runs PostgreSQL (uid ${account?.uid}) can't access the database in ${data}: move it to a folder that every account can access, for example ${join(shared, "database")}, and create a link to it in its place.`,
  );
}

/**
 * Creates the database in a temporary folder, which is renamed when it is complete.
 * @param o.shared a folder that every account can access, used if `account` can't access DATA_DIR
 * @returns the real path of the data folder
 */
export async function createDataFolder(o: {
  paths: DataPaths;
  binaries: Binaries;
  account: Account | undefined;
  shared: string;
}): Promise<string> {
  const { data, dataDir } = o.paths;
  await removeTemporaryFolders(dataDir, "postgres");
  const temporary = await createTemporaryFolder(dataDir, "postgres", o.account);
  if (await canAccess(o.account, temporary, "w")) {
    await initializeDatabase(temporary, o);
    await rm(data, { recursive: true, force: true }); // At most an empty folder: `findDataFolder` has checked it.
    await moveIntoPlace(temporary, data);
    return realpathSync(data);
  }

  await rm(temporary, { recursive: true, force: true });
  await createSharedFolder(o.shared);
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  await removeTemporaryFolders(o.shared, name);
  const elsewhere = await createTemporaryFolder(o.shared, name, o.account);
  await initializeDatabase(elsewhere, o);
  const target = elsewhere.replace(".new-", "-");
  await moveIntoPlace(elsewhere, target);
  await rm(data, { recursive: true, force: true });
  await symlink(target, data);
  return realpathSync(data);
}

async function removeTemporaryFolders(folder: string, name: string) {
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(`${name}.new-`)) continue;
    // An initdb whose parent was killed may still be writing there: the next start removes the rest.
    await rm(join(folder, entry), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function createTemporaryFolder(
  folder: string,
  name: string,
  account: Account | undefined,
): Promise<string> {
  const temporary = join(folder, `${name}.new-${randomBytes(6).toString("hex")}`);
  await mkdir(temporary, { mode: 0o700 });
  if (account) await chown(temporary, account.uid, account.gid);
  return temporary;
}

async function initializeDatabase(
  temporary: string,
  o: { paths: DataPaths; binaries: Binaries; account: Account | undefined },
) {
  const onWindows = process.platform === "win32";
  if (onWindows) await writeWindowsAccess(o.paths.dataDir);
  const access = onWindows
    ? ["--auth=scram-sha-256", `--pwfile=${passwordFile(o.paths.dataDir)}`]
    : ["--auth-local=peer", "--auth-host=reject"]; // See access-rules.ts.
  let output = "";
  for (const locale of ctypeLocales) {
    const result = await runProgram(
      o.binaries.initdb,
      [
        `--pgdata=${temporary}`,
        "--username=flyleaf",
        "--encoding=UTF8",
        "--locale-provider=icu",
        "--icu-locale=und",
        ...(locale ? [`--locale=${locale}`] : []),
        "--lc-messages=C",
        "--no-instructions",
        ...access,
      ],
      o.account,
    );
    if (result.code === 0) return;
    output = result.output;
    if (!/invalid locale name/.test(output)) break;
  }
  await rm(temporary, { recursive: true, force: true });
  throw startErrorFrom(o.paths.data, output);
}

/** Locales that decide which characters are letters; the first that the system supports is used. */
const ctypeLocales =
  process.platform === "win32"
    ? [undefined]
    : process.platform === "darwin"
      ? ["en_US.UTF-8", "C.UTF-8"]
      : ["C.UTF-8", "en_US.UTF-8"];

async function moveIntoPlace(temporary: string, target: string) {
  await rename(temporary, target);
  if (process.platform === "win32") return;
  // Without this, a power failure could undo the rename.
  const folder = await open(dirname(target), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
