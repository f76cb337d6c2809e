import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { type Account, isRoot, unprivileged } from "./account.ts";
import { embeddedConnection, startEmbeddedDatabase } from "./embedded.ts";
import {
  ask,
  copyPackage,
  expectData,
  isPostgresRunning,
  killHard,
  makeDatabase,
  makeFolder,
  postgresOf,
  silent,
  startSupervisor,
} from "./fixtures/databases.ts";

/*
 * PostgreSQL can't run as root. As root, these tests use other accounts as well; as an ordinary account, they test that
 * none of this is needed.
 */

vi.setConfig({ testTimeout: 60_000 });

const ours = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
/** For root an account of every system, which is neither root nor the unprivileged one. */
const ordinary = isRoot() ? { uid: 1, gid: 1 } : ours;

/** Gives a folder and all in it to an account, as root. */
function give(folder: string, { uid, gid }: Account) {
  if (isRoot()) execFileSync("chown", ["-R", `${uid}:${gid}`, folder]);
}

test("PostgreSQL runs as an unprivileged account for root, and as the same account otherwise", async () => {
  const dataDir = await makeDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log: silent });
  const expected = isRoot() ? unprivileged.uid : ours.uid;
  expect(statSync(join(dataDir, "postgres")).uid).toBe(expected);
  expect(statSync(`/proc/${postgresOf(dataDir)}`).uid).toBe(expected);
  expect(statSync(dataDir).uid).toBe(ours.uid);
  await database.stop();
});

test("if PostgreSQL's account can't access the project or DATA_DIR, its data is in DATA_DIR all the same", async () => {
  const closed = await makeFolder(0o700);
  const sharedFolder = join(await makeFolder(), "shared by all");
  const dataDir = join(closed, "data");
  const packageFolder = join(closed, "project");
  execFileSync("cp", ["-a", await copyPackage(), packageFolder]);
  const options = { dataDir, packageFolder, sharedFolder, log: silent };
  const umask = process.umask(0o077);
  const first = await startEmbeddedDatabase(options).finally(() => process.umask(umask));
  await ask(dataDir, "CREATE TABLE book AS SELECT 'Middlemarch' AS title");
  await first.stop();
  const supervisor = startSupervisor({ dataDir, packageFolder, sharedFolder });
  await supervisor.printed("ready");
  killHard(postgresOf(dataDir));
  await supervisor.printed("PostgreSQL is running again");
  await expectData(dataDir);
  await supervisor.stop();
  const data = lstatSync(join(dataDir, "postgres"));
  expect([data.isDirectory(), data.mode & 0o777]).toEqual([true, 0o700]);
  // Only a copy of the programs, and nothing half-made.
  if (isRoot()) expect(readdirSync(sharedFolder)).toEqual([expect.stringMatching(/^postgresql-/)]);
});

const copyFiles = (from: string, to: string) => execFileSync("cp", ["-a", `${from}/.`, to]);

test("a copied DATA_DIR has a database of its own, also if PostgreSQL's account can't access it", async () => {
  const [original, copy] = [await makeFolder(0o700), await makeFolder(0o700)];
  copyFiles(await makeDatabase(), original);
  await chmod(original, 0o700);
  const running = await startEmbeddedDatabase({ dataDir: original, log: silent });
  copyFiles(original, copy);
  const next = await startEmbeddedDatabase({ dataDir: copy, log: silent });
  await ask(copy, "DELETE FROM book");
  await expectData(original);
  await next.stop();
  await running.stop();
});

describe("a database behind a link, as earlier versions made for root", () => {
  const start = (dataDir: string) => startEmbeddedDatabase({ dataDir, log: silent });
  const startAndStop = async (dataDir: string) => await (await start(dataDir)).stop();

  /** A DATA_DIR with a link to a database, and a copy of it. */
  async function makeLinked() {
    const [original, copy, shared] = [await makeFolder(), await makeFolder(), await makeFolder()];
    const database = join(shared, "database-1");
    execFileSync("cp", ["-a", join(await makeDatabase(), "postgres"), database]);
    symlinkSync(database, join(original, "postgres"));
    copyFiles(original, copy);
    return { original, copy, database };
  }

  test("works as before, and a copy of its DATA_DIR is rejected, whether or not the other runs", async () => {
    const { original, copy } = await makeLinked();
    const message = `${copy} has no database of its own: it is a copy of ${original}`;
    const running = await start(original);
    await expect(start(copy)).rejects.toThrow(message);
    await expectData(original);
    await running.stop();
    await expect(start(copy)).rejects.toThrow(message);
    await startAndStop(original);
  });

  test("goes to one of two DATA_DIRs that start at once", async () => {
    const { original, copy } = await makeLinked();
    const results = await Promise.allSettled([start(original), start(copy)]);
    const failures = results.filter((result) => result.status === "rejected");
    expect(failures).toHaveLength(1);
    expect(String(failures[0]?.reason)).toContain("has no database of its own");
    for (const result of results) if (result.status === "fulfilled") await result.value.stop();
  });

  test("follows its DATA_DIR to another place; a copy with a copied database is independent", async () => {
    const { original, copy, database } = await makeLinked();
    await startAndStop(original);
    const moved = await makeFolder();
    renameSync(original, moved);
    await startAndStop(moved);
    await expect(start(copy)).rejects.toThrow(`copy of ${moved}`);
    execFileSync("cp", ["-a", database, `${database}-copy`]);
    rmSync(join(copy, "postgres"));
    symlinkSync(`${database}-copy`, join(copy, "postgres"));
    const running = [await start(moved), await start(copy)];
    await ask(copy, "DELETE FROM book");
    await expectData(moved);
    for (const { stop } of running) await stop();
  });
});

test("an ordinary account runs its own database in its own folder, which root can use as well", async () => {
  const dataDir = await makeFolder(0o700);
  const packageFolder = await copyPackage();
  give(dataDir, ordinary);
  const supervisor = startSupervisor({ dataDir, packageFolder, ...(isRoot() && { as: ordinary }) });
  await supervisor.printed("ready");
  expect(statSync(join(dataDir, "postgres")).uid).toBe(ordinary.uid);
  expect(lstatSync(join(dataDir, "postgres")).isDirectory()).toBe(true);
  expect(await ask(dataDir, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await supervisor.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("a database of another account is reported with the command that changes its owner", async () => {
  if (!isRoot()) return; // Only root can create one.
  const dataDir = await makeDatabase();
  const packageFolder = await copyPackage();
  const start = () => startSupervisor({ dataDir, packageFolder, as: ordinary });
  const failing = start();
  await failing.ended;
  expect(failing.lines().join()).toMatch(/belongs to another account \(uid 65534\).*with chown -R 1:1 "/);
  give(dataDir, { uid: 0, gid: 0 }); // As a backup that root unpacked.
  const options = { dataDir, log: silent };
  await expect(startEmbeddedDatabase(options)).rejects.toThrow(
    /account \(uid 0\).*with chown -R 65534:65534/,
  );
  give(dataDir, ordinary);
  const next = start();
  await next.printed("ready");
  await expectData(dataDir);
  await next.stop();
});

test("a folder that PostgreSQL's account can't access, or an account without a name, is reported", async () => {
  if (!isRoot()) return;
  const unnamed = { uid: 54_321, gid: 54_321 };
  const options = { packageFolder: await copyPackage() };
  const [readOnly, owned] = [await makeFolder(0o555), await makeFolder()];
  give(owned, unnamed);
  const failing = [
    startSupervisor({ ...options, dataDir: readOnly, as: ordinary }),
    startSupervisor({ ...options, dataDir: owned, as: unnamed }),
  ];
  for (const { ended } of failing) await ended;
  const [notWritable, withoutName] = failing.map(({ lines }) => lines().join());
  expect(notWritable).toMatch(/account can't access the folder .*EACCES/);
  expect(withoutName).toMatch(/account that runs this has no name.*54321/);
});

/** Connects to the database as an account. @returns "connected" or the error's code */
function connectAs(account: Account, dataDir: string): string {
  const client = fileURLToPath(new URL("fixtures/client.ts", import.meta.url));
  const args = [client, JSON.stringify(embeddedConnection(dataDir)), JSON.stringify(account)];
  return execFileSync(process.execPath, args, { encoding: "utf8" });
}

test("other accounts can't reach the database, nor other programs of the account that runs it for root", async () => {
  const dataDir = await makeDatabase();
  // As initdb wrote them before.
  const oldRules = "local all all trust\nhost all all 127.0.0.1/32 trust\n";
  writeFileSync(join(dataDir, "postgres", "pg_hba.conf"), oldRules);
  const database = await startEmbeddedDatabase({ dataDir, log: silent });
  await expectData(dataDir);
  expect(connectAs(ours, dataDir)).toBe("connected");
  const { host } = embeddedConnection(dataDir) as { host: string };
  expect(statSync(host).mode & 0o077).toBe(0);
  expect(Buffer.byteLength(join(host, ".s.PGSQL.5432"))).toBeLessThanOrEqual(103);
  if (isRoot()) expect(connectAs(ordinary, dataDir)).toBe("EACCES");
  const invalidAuthorization = "28000";
  if (isRoot()) expect(connectAs(unprivileged, dataDir)).toBe(invalidAuthorization);
  const rules = await ask(dataDir, "SELECT type, auth_method FROM pg_hba_file_rules");
  expect(rules).toEqual([{ type: "local", auth_method: "peer" }]);
  await database.stop();
});
