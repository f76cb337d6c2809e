import { spawnSync } from "node:child_process";
import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { startEmbeddedDatabase } from "./embedded.ts";
import {
  ask,
  borrowDatabase,
  copyPackage,
  isPostgresRunning,
  makeDatabase,
  makeFolder,
  removeFolders,
  rounds,
  silent,
  startSupervisor,
} from "./fixtures/children.ts";
import { isRoot, prepareSocketFolder, socketFolderFor } from "./account.ts";
import { StartError } from "#server/start-error.ts";

vi.setConfig({ testTimeout: rounds(60_000, 900_000) });
afterAll(removeFolders);

/** What a start that must fail says. */
async function errorOf(dataDir: string, packageFolder?: string): Promise<string> {
  try {
    const sharedFolder = `${dataDir} shared`;
    const database = await startEmbeddedDatabase({ dataDir, packageFolder, sharedFolder, log: silent });
    await database.stop();
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message;
  }
  throw new Error("The start succeeded");
}

test("a folder without a database is not changed", async () => {
  const dataDir = await makeFolder();
  await mkdir(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "postgres", "novel.txt"), "Call me Ishmael.");
  if (isRoot()) spawnSync("chown", ["-R", "65534:65534", join(dataDir, "postgres")]);
  expect(await errorOf(dataDir)).toBe(
    `${dataDir}/postgres doesn't contain a database: move it away to start with an empty database, or restore a backup.`,
  );
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["novel.txt"]);
});

test("a database of another major version of PostgreSQL is not changed", async () => {
  const dataDir = await borrowDatabase();
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "15\n");
  expect(await errorOf(dataDir)).toMatch(
    /was created by PostgreSQL 15, and PostgreSQL 18 can't read it: go back to the version of this product that created it, or move/,
  );
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "18\n");
});

test("a link to a missing folder is an error, not a new database", async () => {
  const dataDir = await makeFolder();
  await symlink("/nowhere/books", join(dataDir, "postgres"));
  expect(await errorOf(dataDir)).toMatch(
    /is a link to \/nowhere\/books, which doesn't exist: restore that folder, or remove the link/,
  );
  expect(readlinkSync(join(dataDir, "postgres"))).toBe("/nowhere/books");
});

test.each([
  ["the control file is truncated", "global/pg_control", "short"],
  ["the control file is missing", "global/pg_control", undefined],
  ["the write-ahead log is missing", "pg_wal", undefined],
  ["the tables are missing", "base", undefined],
  ["the settings are missing", "postgresql.conf", undefined],
  ["the settings are invalid", "postgresql.conf", "what = is = this"],
])("a damaged database is reported with PostgreSQL's output: %s", async (_, name, replacement) => {
  const dataDir = await borrowDatabase();
  const part = join(dataDir, "postgres", name);
  await rename(part, `${part}.away`);
  if (replacement) await writeFile(part, replacement).then(() => chmod(part, 0o666));
  const [sentence, output] = (await errorOf(dataDir)).split("\nPostgreSQL says: ");
  expect(sentence).toBe(
    `The database in ${dataDir}/postgres is damaged: restore a backup of this folder, or move it away to start with an empty database.`,
  );
  expect(output).toMatch(/PANIC|FATAL|could not|is missing/);
  expect(output?.split("\n").length).toBeLessThanOrEqual(5);
  expect(isPostgresRunning(dataDir)).toBe(false);
  await rm(part, { force: true });
  await rename(`${part}.away`, part);
});

test("a database without the product's user is reported", async () => {
  const dataDir = await makeDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log: silent });
  await ask(
    dataDir,
    "CREATE ROLE other SUPERUSER; SET SESSION AUTHORIZATION other; ALTER ROLE flyleaf RENAME TO theirs",
  );
  await database.stop();
  expect(await errorOf(dataDir)).toMatch(/rejects its own user/);
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("changed access rules are replaced", async () => {
  const dataDir = await borrowDatabase();
  await writeFile(join(dataDir, "postgres", "pg_hba.conf"), "local all all reject\n");
  const database = await startEmbeddedDatabase({ dataDir, log: silent });
  expect(await ask(dataDir, "SELECT title FROM book")).toEqual([{ title: "Middlemarch" }]);
  await database.stop();
});

test("a restored backup gets its permissions back", async () => {
  const dataDir = await borrowDatabase();
  await chmod(join(dataDir, "postgres"), 0o755);
  const database = await startEmbeddedDatabase({ dataDir, log: silent });
  expect(await ask(dataDir, "SELECT title FROM book")).toEqual([{ title: "Middlemarch" }]);
  await database.stop();
});

test("a file where DATA_DIR should be is reported", async () => {
  const file = join(await makeFolder(), "data");
  await writeFile(file, "");
  expect(await errorOf(file)).toMatch(/is a file where a folder is needed/);
  expect(await errorOf(join(file, "inside"))).toMatch(/is a file where a folder is needed/);
});

test("a missing package is reported with the command to run", async () => {
  const dataDir = await makeFolder();
  expect(await errorOf(dataDir, "/no/such/package")).toMatch(
    /The embedded PostgreSQL for this system \(\w+-\w+\) is not installed: run npm install/,
  );
});

test("an incomplete package is reported with the command to run", async () => {
  const dataDir = await borrowDatabase();
  const packageFolder = await copyPackage();
  await unlink(join(packageFolder, "native", "bin", "postgres"));
  expect(await errorOf(dataDir, packageFolder)).toMatch(/run npm rebuild/);
});

test("a package whose install script did not run is completed", async () => {
  const packageFolder = await copyPackage();
  const library = join(packageFolder, "native", "lib");
  for (const entry of await readdir(library, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await unlink(join(library, entry.name));
  }
  for (const program of ["initdb", "postgres"]) {
    await chmod(join(packageFolder, "native", "bin", program), 0o644);
  }
  const dataDir = await makeFolder();
  const database = await startEmbeddedDatabase({ dataDir, packageFolder, log: silent });
  expect(await ask(dataDir, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await database.stop();
});

test("programs that this system can't run are reported, and what would", async () => {
  const dataDir = await makeFolder();
  const packageFolder = await copyPackage();
  const program = join(packageFolder, "native", "bin", "initdb");
  await writeFile(program, "#!/lib/ld-of-another-system.so\n"); // As glibc's programs are where musl is.
  await chmod(program, 0o755);
  expect(await errorOf(dataDir, packageFolder)).toMatch(/needs the GNU C library.*or set DATABASE_URL/);
  await unlink(program);
  await mkdir(program);
  expect(await errorOf(dataDir, packageFolder)).toMatch(/can.t run .*initdb: run npm rebuild, or set/);
  expect(await readdir(dataDir)).not.toContain("postgres");
});

/** Output of PostgreSQL's programs in situations that this test can't create. */
const outputs: [string, string, RegExp][] = [
  [
    "the disk is full",
    'FATAL:  could not extend file "base/1/2691": No space left on device',
    /^The disk that holds .* is full: free some space, then start again\.\n.*base\/1\/2691/,
  ],
  [
    "the account has no name",
    "initdb: error: could not look up effective user ID 54321: user does not exist",
    /^PostgreSQL needs a named account.*54321/s,
  ],
  [
    "a library is missing",
    "postgres: error while loading shared libraries: libxml2.so.2: cannot open shared object file",
    /^A library that the embedded PostgreSQL needs is missing.*libxml2/s,
  ],
  [
    "there is no ICU",
    "initdb: error: ICU is not supported in this build",
    /^This build of PostgreSQL has no ICU/,
  ],
  [
    "there is too little memory",
    "FATAL:  could not map anonymous shared memory: Cannot allocate memory",
    /^PostgreSQL got too little memory/,
  ],
  [
    "the disk doesn't store permissions",
    'initdb: error: could not change permissions of directory "/mnt/x": Operation not permitted',
    /^The disk that holds .* doesn't keep the permissions.*set DATA_DIR to a folder on a local disk/,
  ],
  [
    "files belong to another account",
    'PANIC:  could not open file "global/pg_control": Permission denied',
    /^Some of the files in .* belong to another account .* with chown -R\./,
  ],
  ["the output is unknown", "FATAL:  the stars are not aligned", /^PostgreSQL could not start on .*stars/s],
];

test("each output of a failed program becomes a message for users, with the relevant lines", async () => {
  const packageFolder = await copyPackage();
  const program = join(packageFolder, "native", "bin", "initdb");
  for (const [, output, sentence] of outputs) {
    const dataDir = await makeFolder();
    await writeFile(program, `#!/bin/sh\necho 'creating directory ... ok'\necho '${output}' >&2\nexit 1\n`);
    expect(await errorOf(dataDir, packageFolder)).toMatch(sentence);
    expect((await readdir(dataDir)).filter((name) => name.startsWith("postgres.new"))).toEqual([]);
  }
});

test("a full disk is reported when a database is created and when it is started", async () => {
  const dataDir = await makeFolder();
  const database = await borrowDatabase();
  const mount = 'mount -t tmpfs -o size="$SIZE" tmpfs "$0" && chmod 755 "$0"';
  const onDisk = (size: string, fill: string) => [
    "env",
    `SIZE=${size}`,
    "unshare",
    "-m",
    "sh",
    "-c",
    fill,
    dataDir,
  ];
  const [command = "", ...rest] = onDisk("1m", mount);
  // Only root can mount a small disk. The messages are covered above.
  if (spawnSync(command, rest).status !== 0) return;

  const creating = startSupervisor({ dataDir }, onDisk("20m", `${mount} && exec "$@"`));
  await expect(creating.ready).rejects.toThrow(/^The disk that holds .* is full: free some space/);
  const fill = `cp -a '${database}/postgres' "$0"; dd if=/dev/zero of="$0/filler" bs=1k 2>/dev/null`;
  const starting = startSupervisor({ dataDir }, onDisk("80m", `${mount}; ${fill}; exec "$@"`));
  await expect(starting.ready).rejects.toThrow(/^The disk that holds .* is full: free some space/);
});

test("a socket folder of another account is not used", async () => {
  const dataDir = await makeFolder();
  const account = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const folder = socketFolderFor(dataDir, account);
  await symlink(dataDir, folder);
  await expect(prepareSocketFolder(folder, account)).rejects.toThrow(
    /belongs to another account: remove it, then start again/,
  );
  await unlink(folder);
});

test("a database that moved with DATA_DIR is found", async () => {
  const dataDir = await makeDatabase();
  const moved = join(await makeFolder(), "moved");
  await rename(dataDir, moved);
  const database = await startEmbeddedDatabase({ dataDir: moved, log: silent });
  expect(await ask(moved, "SELECT title FROM book")).toEqual([{ title: "Middlemarch" }]);
  await database.stop();
});
