import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { type Account, isRoot, unprivileged } from "./account.ts";
import { embeddedConnection, startEmbeddedDatabase } from "./embedded.ts";
import {
  ask,
  copyPackage,
  expectData,
  isPostgresRunning,
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

test("if PostgreSQL's account can't access the project or DATA_DIR, root's database is in a shared folder", async () => {
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
  const next = await startEmbeddedDatabase(options);
  await expectData(dataDir);
  await next.stop();
  expect(lstatSync(join(dataDir, "postgres")).isSymbolicLink()).toBe(isRoot());
  if (!isRoot()) return;
  const place = realpathSync(join(dataDir, "postgres"));
  expect(dirname(place)).toBe(sharedFolder);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  // One copy of the programs, one database, and nothing half-made.
  expect(readdirSync(sharedFolder)).toHaveLength(2);
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
  const [readOnly, owned, closed] = [await makeFolder(0o555), await makeFolder(), await makeFolder()];
  give(owned, unnamed);
  const failing = [
    startSupervisor({ ...options, dataDir: readOnly, as: ordinary }),
    startSupervisor({ ...options, dataDir: owned, as: unnamed }),
  ];
  for (const { ended } of failing) await ended;
  const [notWritable, withoutName] = failing.map(({ lines }) => lines().join());
  expect(notWritable).toMatch(/account can't access the folder .*EACCES/);
  expect(withoutName).toMatch(/account that runs this has no name.*54321/);

  const dataDir = join(closed, "data");
  mkdirSync(dataDir);
  execFileSync("cp", ["-a", join(await makeDatabase(), "postgres"), dataDir]);
  await chmod(closed, 0o700);
  const start = startEmbeddedDatabase({ dataDir, log: silent });
  await expect(start).rejects.toThrow(/account can't access the folder/);
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
