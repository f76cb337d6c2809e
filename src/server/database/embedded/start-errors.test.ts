import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { StartError } from "#server/start-error.ts";
import { startEmbeddedDatabase } from "./embedded.ts";
import {
  ask,
  copyPackage,
  isPostgresRunning,
  makeDatabase,
  makeFolder,
  silent,
} from "./fixtures/databases.ts";
import { startErrorFrom } from "./start-errors.ts";

vi.setConfig({ testTimeout: 60_000 });

/** What a start that must fail says. */
async function errorOf(dataDir: string, packageFolder?: string): Promise<string> {
  const start = startEmbeddedDatabase({ dataDir, packageFolder, log: silent });
  const error: unknown = await start.then((database) => database.stop()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect(isPostgresRunning(dataDir)).toBe(false);
  return (error as Error).message;
}

/** Output of PostgreSQL's programs, or a message of the system. */
const outputs: [string, RegExp][] = [
  [
    'FATAL:  could not extend file "base/1/2691": No space left on device',
    /the disk is full.*\n.*base\/1\/2691/,
  ],
  ["ENOSPC: no space left on device, write", /the disk is full/],
  ["initdb: error: could not look up effective user ID 54321: user does not exist", /has no name.*\n.*54321/],
  ["postgres: error while loading shared libraries: libxml2.so.2: not found", /the library that is missing/],
  ["spawn /somewhere/postgres ENOENT", /needs|a system with the GNU C library/],
  [
    'initdb: error: could not change permissions of directory "/mnt/x": Operation not permitted',
    /local disk/,
  ],
  ['PANIC:  could not open file "global/pg_control": Permission denied', /can't access.*with chown -R/],
  [
    'FATAL:  could not bind IPv4 address "127.0.0.1": Address already in use',
    /another program uses .*its port/,
  ],
  ["FATAL:  pre-existing shared memory block is still in use", /another program uses the database/],
];

test.each(outputs)("a message says what to do and what PostgreSQL said: %s", (output, expected) => {
  const { message } = startErrorFrom("/data/postgres", `creating directory ... ok\n${output}`);
  expect(message).toMatch(expected);
  expect(message.split("\nIt says: ")).toEqual([
    expect.stringMatching(/^PostgreSQL can't start on \/data/),
    output,
  ]);
});

test.each([
  ["the control file is missing", "global/pg_control", undefined, /the database is damaged/],
  ["the tables are missing", "base", undefined, /the database is damaged/],
  ["the settings are invalid", "postgresql.conf", "what = is = this", /the database is damaged/],
  ["it is of another version", "PG_VERSION", "15\n", /another version of PostgreSQL created it/],
])(
  "a database that PostgreSQL rejects is reported and left as it is: %s",
  async (_, name, content, expected) => {
    const dataDir = await makeDatabase();
    const part = join(dataDir, "postgres", name);
    await rename(part, `${part}.away`);
    if (content) await writeFile(part, content).then(() => chmod(part, 0o666));
    expect(await errorOf(dataDir)).toMatch(expected);
    expect(existsSync(part)).toBe(content !== undefined);
  },
);

test("a folder without a database, or a link to a missing one, is not changed", async () => {
  const dataDir = await makeFolder();
  const data = join(dataDir, "postgres");
  await mkdir(data);
  await writeFile(join(data, "novel.txt"), "Call me Ishmael.");
  execFileSync("chown", ["-R", process.getuid?.() === 0 ? "65534:65534" : String(process.getuid?.()), data]);
  expect(await errorOf(dataDir)).toMatch(/the database is damaged/);
  expect(readFileSync(join(data, "novel.txt"), "utf8")).toBe("Call me Ishmael.");
  await rm(data, { recursive: true });
  await symlink("/nowhere/books", data);
  expect(await errorOf(dataDir)).toMatch(
    /is missing: this is a link to \/nowhere\/books, .* restore a backup/,
  );
  expect(readlinkSync(data)).toBe("/nowhere/books");
});

test("a file where DATA_DIR should be is reported", async () => {
  const file = join(await makeFolder(), "data");
  await writeFile(file, "");
  expect(await errorOf(file)).toMatch(/set DATA_DIR to a folder of your own/);
});

test("a restored backup gets its permissions back", async () => {
  const dataDir = await makeDatabase();
  await chmod(join(dataDir, "postgres"), 0o755);
  await (await startEmbeddedDatabase({ dataDir, log: silent })).stop();
});

test("a missing package is reported, and one whose install script did not run is completed", async () => {
  expect(await errorOf(await makeFolder(), "/no/such/package")).toMatch(
    /The embedded PostgreSQL for this system \(\w+-\w+\) is not installed: set DATABASE_URL/,
  );
  const packageFolder = await copyPackage();
  const library = join(packageFolder, "native", "lib");
  for (const entry of await readdir(library, { withFileTypes: true }))
    if (entry.isSymbolicLink()) await unlink(join(library, entry.name));
  await chmod(join(packageFolder, "native", "bin", "initdb"), 0o644);
  const dataDir = await makeFolder();
  const database = await startEmbeddedDatabase({ dataDir, packageFolder, log: silent });
  expect(await ask(dataDir, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await database.stop();
});
