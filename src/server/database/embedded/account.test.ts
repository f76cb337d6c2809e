import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { chmod } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { embeddedConnection, startEmbeddedDatabase } from "./embedded.ts";
import {
  ask,
  borrowDatabase,
  copyPackage,
  isPostgresRunning,
  makeDatabase,
  makeFolder,
  postgresOf,
  removeFolders,
  rounds,
  silent,
  startSupervisor,
} from "./fixtures/children.ts";
import { type Account, accountFor, checkOwner, isRoot, unprivileged } from "./account.ts";

/*
 * PostgreSQL can't run as root. As root, these tests use other accounts as well; as an ordinary account, they test that
 * none of this is needed.
 */

vi.setConfig({ testTimeout: rounds(60_000, 900_000) });
afterAll(removeFolders);

/** An account of every system, which is neither root nor the unprivileged one. */
const ordinary = { uid: 1, gid: 1 };
const ours = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

async function expectData(dataDir: string) {
  expect(await ask(dataDir, "SELECT title FROM book")).toEqual([{ title: "Middlemarch" }]);
}

test("PostgreSQL runs as an unprivileged account for root, and as the same account otherwise", async () => {
  const dataDir = await borrowDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log: silent });
  const expected = isRoot() ? unprivileged.uid : ours.uid;
  expect(statSync(join(dataDir, "postgres")).uid).toBe(expected);
  expect(
    Number(execFileSync("stat", ["-c", "%u", `/proc/${postgresOf(dataDir)}`], { encoding: "utf8" })),
  ).toBe(expected);
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
  expect(isPostgresRunning(dataDir)).toBe(false);

  const next = await startEmbeddedDatabase(options);
  await expectData(dataDir);
  await next.stop();
  expect(lstatSync(join(dataDir, "postgres")).isSymbolicLink()).toBe(isRoot());
  if (!isRoot()) return expect(existsSync(sharedFolder)).toBe(false);
  const place = realpathSync(join(dataDir, "postgres"));
  expect(dirname(place)).toBe(sharedFolder);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  expect(statSync(sharedFolder).uid).toBe(0);
  // One copy of the programs, one database, and nothing half-made.
  expect(readdirSync(sharedFolder)).toHaveLength(2);
  expect(readdirSync(sharedFolder).filter((name) => name.includes(".new-"))).toEqual([]);
});

test("if DATA_DIR became inaccessible to PostgreSQL's account, the message says what to do", async () => {
  const closed = await makeFolder();
  const dataDir = join(closed, "data");
  mkdirSync(dataDir);
  execFileSync("cp", ["-a", join(await makeDatabase(), "postgres"), dataDir]);
  await chmod(closed, 0o700);
  const start = startEmbeddedDatabase({ dataDir, log: silent });
  if (!isRoot()) return (await start).stop();
  await expect(start).rejects.toThrow(
    /can't access the database in .*: move it to a folder that every account can access/,
  );
});

test("an ordinary account runs its own database in its own folder", async () => {
  const dataDir = await makeFolder(0o700);
  const account = isRoot() ? ordinary : ours;
  const packageFolder = await copyPackage();
  if (isRoot()) execFileSync("chown", [`${account.uid}:${account.gid}`, dataDir]);
  const supervisor = startSupervisor({ dataDir, packageFolder, ...(isRoot() && { as: account }) });
  await supervisor.ready;
  expect(statSync(join(dataDir, "postgres")).uid).toBe(account.uid);
  expect(lstatSync(join(dataDir, "postgres")).isDirectory()).toBe(true);
  expect(await ask(dataDir, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await supervisor.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("root can use the database of an ordinary account, which can use it afterwards", async () => {
  const dataDir = await makeFolder();
  const account = isRoot() ? ordinary : ours;
  const packageFolder = await copyPackage();
  if (isRoot()) execFileSync("chown", [`${account.uid}:${account.gid}`, dataDir]);
  const options = { dataDir, packageFolder, ...(isRoot() && { as: account }) };
  const theirs = startSupervisor(options);
  await theirs.ready;
  await ask(dataDir, "CREATE TABLE book AS SELECT 'Middlemarch' AS title");
  const pid = postgresOf(dataDir);

  const roots = await startEmbeddedDatabase({ dataDir, packageFolder, log: silent });
  expect(postgresOf(dataDir)).toBe(pid);
  expect(connectAs(account, dataDir)).toBe("connected");
  await theirs.stop();
  await expectData(dataDir);
  await roots.stop();
  const again = await startEmbeddedDatabase({ dataDir, packageFolder, log: silent });
  expect(statSync(join(dataDir, "postgres", "postmaster.pid")).uid).toBe(account.uid);
  expect(connectAs(account, dataDir)).toBe("connected");
  await again.stop();
  const last = startSupervisor(options);
  await last.ready;
  await expectData(dataDir);
  await last.stop();
});

test("an ordinary account gets instructions for changing the owner of a database that root created", async () => {
  if (!isRoot()) {
    return expect(() => checkOwner("/")).toThrow(/was created by another account.*sudo chown -R/);
  }
  const dataDir = await makeDatabase();
  const packageFolder = await copyPackage();
  execFileSync("chown", [`${ordinary.uid}:${ordinary.gid}`, dataDir]);
  const failing = startSupervisor({ dataDir, packageFolder, as: ordinary });
  const message = await failing.ready.then(
    () => "started",
    (error: Error) => error.message,
  );
  expect(message).toMatch(
    /was created by another account \(uid 65534\): start as that account, or change its owner with/,
  );
  execFileSync("sh", ["-c", message.replace(/^.*sudo /, "")]);
  const next = startSupervisor({ dataDir, packageFolder, as: ordinary });
  await next.ready;
  await expectData(dataDir);
  await next.stop();
});

test("root gets instructions for changing the owner of database files that belong to root", async () => {
  const dataDir = await makeDatabase();
  if (!isRoot()) return expect(accountFor(join(dataDir, "postgres"))).toEqual(ours);
  execFileSync("chown", ["-R", "0:0", dataDir]); // As a backup that root unpacked.
  const message = await startEmbeddedDatabase({ dataDir, log: silent }).then(
    () => "started",
    (error: Error) => error.message,
  );
  expect(message).toMatch(
    /belong to root, and PostgreSQL can't run as root: change their owner with chown -R/,
  );
  execFileSync("sh", ["-c", message.replace(/^.*with /, "")]);
  const database = await startEmbeddedDatabase({ dataDir, log: silent });
  await expectData(dataDir);
  await database.stop();
});

test("starting with an unnamed account fails with the explanation that PostgreSQL needs a name", async () => {
  const unnamed = { uid: 54_321, gid: 54_321 };
  if (!isRoot()) return expect(accountFor("/nowhere")).toEqual(ours); // Only root can try another account.
  const dataDir = await makeFolder();
  const packageFolder = await copyPackage();
  execFileSync("chown", [`${unnamed.uid}:${unnamed.gid}`, dataDir]);
  await expect(startSupervisor({ dataDir, packageFolder, as: unnamed }).ready).rejects.toThrow(
    /PostgreSQL needs a named account.*\/etc\/passwd/,
  );
});

test("a folder that is not writable is reported", async () => {
  const dataDir = await makeFolder(0o555);
  const packageFolder = await copyPackage();
  const failing = startSupervisor({ dataDir, packageFolder, ...(isRoot() && { as: ordinary }) });
  await expect(failing.ready).rejects.toThrow(
    /This account may not write .*: give it the folder, or set DATA_DIR to one of its own/,
  );
});

/** Connects to the database as an account. @returns "connected" or the error's code */
function connectAs(account: Account, dataDir: string): string {
  const client = fileURLToPath(new URL("fixtures/client.ts", import.meta.url));
  const args = [client, JSON.stringify(embeddedConnection(dataDir)), JSON.stringify(account)];
  return execFileSync(process.execPath, args, { encoding: "utf8" });
}

test("other accounts can't reach the database", async () => {
  const dataDir = await borrowDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log: silent });
  const connection = embeddedConnection(dataDir);
  const socket = join("host" in connection ? connection.host : "", ".s.PGSQL.5432");
  expect(existsSync(socket)).toBe(true);
  expect(statSync(dirname(socket)).mode & 0o077).toBe(0);
  expect(connectAs(ours, dataDir)).toBe("connected");
  if (isRoot()) expect(connectAs(ordinary, dataDir)).toBe("EACCES");
  await database.stop();
});

test("if root runs it as an account that other programs use, they can't connect, and older databases are no exception", async () => {
  const dataDir = await makeDatabase();
  // As initdb wrote them before.
  writeFileSync(
    join(dataDir, "postgres", "pg_hba.conf"),
    "local all all trust\nhost all all 127.0.0.1/32 trust\n",
  );
  const database = await startEmbeddedDatabase({ dataDir, log: silent });
  await expectData(dataDir);
  const account = isRoot() ? unprivileged : ours;
  const invalidAuthorization = "28000";
  expect(connectAs(account, dataDir)).toBe(isRoot() ? invalidAuthorization : "connected");
  const rules = await ask<{ type: string; auth_method: string }>(
    dataDir,
    "SELECT type, auth_method FROM pg_hba_file_rules",
  );
  expect(rules).toEqual([{ type: "local", auth_method: "peer" }]);
  await database.stop();
});
