import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { connect } from "../connect.ts";
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
  rounds,
  silent,
  startSupervisor,
} from "./fixtures/databases.ts";

vi.setConfig({ testTimeout: rounds(60_000, 900_000) });

const log = silent;

test("the first start creates a database, and its data is there after a restart", async () => {
  const dataDir = join(await makeFolder(), "my data", "of books");
  const steps: string[] = [];
  const onStep = (step: string) => steps.push(step);
  const first = await startEmbeddedDatabase({ dataDir, log, onStep });
  expect(embeddedConnection(dataDir)).toEqual(first.connection);
  await ask(dataDir, "CREATE TABLE book AS SELECT 'Middlemarch' AS title");
  await first.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);

  const next = await startEmbeddedDatabase({ dataDir, log, onStep });
  expect(steps).toEqual(["Creating the database", "Starting PostgreSQL", "Starting PostgreSQL"]);
  await expectData(dataDir);
  await next.stop();
  await next.stop();
});

test("the database sorts, compares and searches text of any language, with full durability", async () => {
  const dataDir = await makeDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log });
  await ask(dataDir, "CREATE EXTENSION pg_trgm");
  const [row] = await ask(
    dataDir,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
       current_setting('full_page_writes') AS pages, current_setting('TimeZone') AS zone,
       current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS addresses,
       lower('ÀŁΩ') = 'àłω' AS lower, similarity('كتاب الغابة', 'كتاب') > 0.3 AS arabic,
       (SELECT array_agg(word ORDER BY word COLLATE "und-x-icu") FROM unnest(ARRAY['z', 'É', 'e', 'B', 'a']) AS word) AS ordered`,
  );
  expect(row).toEqual({
    fsync: "on",
    commit: "on",
    pages: "on",
    zone: "UTC",
    encoding: "UTF8",
    addresses: "",
    lower: true,
    arabic: true,
    ordered: ["a", "B", "e", "É", "z"],
  });
  await database.stop();
});

test("what the shell says of other databases doesn't matter", async () => {
  for (const [name, value] of Object.entries({
    PGHOST: "db.example",
    PGSSLMODE: "require",
    PGOPTIONS: "-c search_path=elsewhere",
    PGPASSWORD: "other",
    PGDATA: "/var/lib/other",
  }))
    vi.stubEnv(name, value);
  const dataDir = await makeDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log });
  await expectData(dataDir);
  await database.stop();
  vi.unstubAllEnvs();
});

test("no other account reads the files, PostgreSQL gets no secrets, and its log has a maximum size", async () => {
  const dataDir = await makeDatabase();
  const logFile = join(dataDir, "postgres.log");
  writeFileSync(logFile, "a line of old news\n".repeat(600_000), { mode: 0o600 });
  const database = await startEmbeddedDatabase({ dataDir, log });
  expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
  expect(statSync(logFile).mode & 0o077).toBe(0);
  expect(statSync(logFile).size).toBeLessThan(10_000);
  const environment = `/proc/${postgresOf(dataDir)}/environ`;
  // Where there is no such file, no other account can look either.
  if (existsSync(environment)) expect(readFileSync(environment, "utf8")).not.toContain("HOME=");
  await database.stop();
});

test("Ctrl-C in the terminal doesn't reach PostgreSQL", async () => {
  const dataDir = await makeDatabase();
  const supervisor = startSupervisor({ dataDir });
  await supervisor.printed("ready");
  const pid = postgresOf(dataDir);
  process.kill(-supervisor.pid, "SIGINT"); // As a terminal does: to the whole process group.
  await expectData(dataDir);
  expect(postgresOf(dataDir)).toBe(pid);
  await supervisor.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("two processes that start at once share one database until the last one stops", async () => {
  for (let round = 0; round < rounds(1, 20); round += 1) {
    const dataDir = await makeFolder();
    const both = [startSupervisor({ dataDir }), startSupervisor({ dataDir })] as const;
    for (const { printed } of both) await printed("ready");
    const pid = postgresOf(dataDir);
    await both[round % 2 === 0 ? 0 : 1].stop();
    expect(await ask(dataDir, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(postgresOf(dataDir)).toBe(pid);
    await both[round % 2 === 0 ? 1 : 0].stop();
    expect(isPostgresRunning(dataDir)).toBe(false);
  }
});

test("a process that starts while the last one stops gets a running database", async () => {
  const dataDir = await makeDatabase();
  let running = await startEmbeddedDatabase({ dataDir, log });
  for (let turn = 0; turn < rounds(5, 50); turn += 1) {
    const [next] = await Promise.all([startEmbeddedDatabase({ dataDir, log }), running.stop()]);
    await expectData(dataDir);
    running = next;
  }
  await running.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("after kill -9 of the product, PostgreSQL stops; another process that shares it starts it again", async () => {
  const dataDir = await makeDatabase();
  const killed = startSupervisor({ dataDir });
  await killed.printed("ready");
  const pid = postgresOf(dataDir);
  const other = startSupervisor({ dataDir });
  await other.printed("ready");
  await killed.kill();
  await other.printed("PostgreSQL is running again");
  await expectData(dataDir);
  expect(postgresOf(dataDir)).not.toBe(pid);
  await other.kill();
  await expect.poll(() => isPostgresRunning(dataDir)).toBe(false);
});

test("a killed PostgreSQL is restarted, and the pool reconnects", async () => {
  const dataDir = await makeDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log });
  const { pool, close } = connect(database.connection);
  for (let round = 0; round < rounds(2, 20); round += 1) {
    const inUse = await pool.connect(); // Its loss must not end this process, either.
    const pid = postgresOf(dataDir);
    killHard(pid);
    const count = () => pool.query("SELECT FROM book").then((result) => result.rowCount);
    await expect
      .poll(() => (postgresOf(dataDir) === pid ? undefined : count().catch(() => undefined)))
      .toBe(1);
    inUse.release(true);
  }
  await close();
  await database.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("if PostgreSQL can't be restarted, it is tried again, and the product can be stopped", async () => {
  const dataDir = await makeDatabase();
  const packageFolder = await copyPackage();
  const program = join(packageFolder, "native", "bin", "postgres");
  const supervisor = startSupervisor({ dataDir, packageFolder });
  await supervisor.printed("ready");
  renameSync(program, `${program}.away`);
  killHard(postgresOf(dataDir));
  await supervisor.printed("could not be restarted");
  renameSync(`${program}.away`, program);
  await supervisor.printed("PostgreSQL is running again");
  await expectData(dataDir);
  renameSync(program, `${program}.away`);
  killHard(postgresOf(dataDir));
  await supervisor.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("the process id of a killed PostgreSQL, now another program's or a zombie's, doesn't prevent a start", async () => {
  const dataDir = await makeDatabase();
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  writeFileSync(
    pidFile,
    `${process.pid}\n${join(dataDir, "postgres")}\n1700000000\n5432\n/tmp\n\n\nready   \n`,
  );
  const frozen = startSupervisor({ dataDir });
  await frozen.printed("ready");
  const pid = postgresOf(dataDir);
  frozen.process.kill("SIGSTOP");
  killHard(pid);
  await expect.poll(() => isPostgresRunning(dataDir)).toBe(false);
  expect(() => process.kill(pid, 0)).not.toThrow(); // Its number is still taken.

  const next = await startEmbeddedDatabase({ dataDir, log });
  await expectData(dataDir);
  frozen.process.kill("SIGCONT");
  await frozen.printed("PostgreSQL is running again");
  await next.stop();
  await frozen.stop();
});

/** Who gets kill -9, given the writing process and PostgreSQL's. */
const victims: [string, (writer: number, postgres: number) => number[]][] = [
  ["the product", (writer) => [writer]],
  ["PostgreSQL", (_, postgres) => [postgres]],
  ["all of PostgreSQL's processes", (_, postgres) => [-postgres]],
  ["the product and all of PostgreSQL's processes", (writer, postgres) => [writer, -postgres]],
];

test.each(victims)("kill -9 of %s at any moment loses no acknowledged write", async (_, chosen) => {
  const dataDir = await makeDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log });
  await ask(dataDir, "CREATE TABLE written (id int PRIMARY KEY)");
  await database.stop();
  for (let round = 0; round < rounds(2, 20); round += 1) {
    const moment = 100 + Math.floor(Math.random() * 300);
    const writer = startSupervisor({ dataDir, writes: true });
    await expect.poll(() => writer.lines().length).toBeGreaterThan(moment);
    for (const pid of chosen(writer.pid, postgresOf(dataDir))) killHard(pid);
    const seen = writer.lines().length;
    // Where it wasn't killed itself, it goes on as soon as PostgreSQL is back.
    if (chosen(writer.pid, 0).includes(writer.pid)) await writer.ended;
    else await expect.poll(() => writer.lines().length).toBeGreaterThan(seen + 10);
    await writer.kill();

    const next = await startEmbeddedDatabase({ dataDir, log });
    // A PostgreSQL whose product was killed may still be ending, and is then started again.
    const rows = await vi.waitFor(() => ask<{ id: number }>(dataDir, "SELECT id FROM written"), 10_000);
    const kept = new Set(rows.map(({ id }) => id));
    expect(writer.lines().filter((id) => !kept.has(Number(id)))).toEqual([]);
    await ask(dataDir, "TRUNCATE written");
    await next.stop();
  }
});
