import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { embeddedConnection, startEmbeddedDatabase } from "./embedded.ts";
import {
  ask,
  borrowDatabase,
  isPostgresRunning,
  makeFolder,
  postgresOf,
  removeFolders,
  rounds,
  silent,
  startSupervisor,
} from "./fixtures/children.ts";

vi.setConfig({ testTimeout: rounds(60_000, 900_000) });
afterAll(removeFolders);

const log = silent;

test("the first start creates a database, and its data is there after a restart", async () => {
  const dataDir = join(await makeFolder(), "my data", "of books");
  const steps: string[] = [];
  const first = await startEmbeddedDatabase({ dataDir, log, onStep: (step) => steps.push(step) });
  expect(steps).toEqual(["Creating the database", "Starting PostgreSQL"]);
  expect(embeddedConnection(dataDir)).toEqual(first.connection);
  await ask(dataDir, "CREATE TABLE book AS SELECT 'Middlemarch' AS title");
  await first.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);

  steps.length = 0;
  const next = await startEmbeddedDatabase({ dataDir, log, onStep: (step) => steps.push(step) });
  expect(steps).toEqual(["Starting PostgreSQL"]);
  expect(await ask(dataDir, "SELECT title FROM book")).toEqual([{ title: "Middlemarch" }]);
  await next.stop();
  await next.stop();
});

test("the database sorts, compares and searches text of any language, with full durability", async () => {
  const dataDir = await makeFolder();
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

test("only the account that runs the database can connect to it or read its files", async () => {
  const dataDir = await borrowDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log });
  const { connection } = database;
  const socketFolder = "host" in connection ? connection.host : "";
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, "postgres.log")).mode & 0o077).toBe(0);
  expect(Buffer.byteLength(join(socketFolder, ".s.PGSQL.5432"))).toBeLessThanOrEqual(103);
  await database.stop();
});

test("PostgreSQL gets none of the product's environment, which contains secrets", async () => {
  const dataDir = await borrowDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log });
  const environment = `/proc/${postgresOf(dataDir)}/environ`;
  // Where there is no such file, no other account can look either.
  if (existsSync(environment)) expect(readFileSync(environment, "utf8")).not.toContain("PATH=");
  await database.stop();
});

test("Ctrl-C in the terminal doesn't reach PostgreSQL, which is stopped in order", async () => {
  const dataDir = await borrowDatabase();
  const supervisor = startSupervisor({ dataDir });
  await supervisor.ready;
  const pid = postgresOf(dataDir);
  const ended = new Promise((done) => supervisor.process.once("exit", done));
  process.kill(-(supervisor.process.pid ?? 0), "SIGINT"); // As a terminal does: to the whole process group.
  await ended;
  const next = await startEmbeddedDatabase({ dataDir, log });
  expect(postgresOf(dataDir)).toBe(pid);
  await next.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("two processes that start at once share one database until the last one stops", async () => {
  for (let round = 0; round < rounds(1, 20); round += 1) {
    const dataDir = await makeFolder();
    const both = [startSupervisor({ dataDir }), startSupervisor({ dataDir })] as const;
    await Promise.all(both.map(({ ready }) => ready));
    const steps = both.flatMap((supervisor) => supervisor.steps);
    expect(steps.filter((step) => step === "Creating the database")).toHaveLength(1);
    expect(steps.filter((step) => step === "Starting PostgreSQL")).toHaveLength(1);
    expect(readdirSync(dataDir).filter((name) => name.includes(".new-"))).toEqual([]);

    const pid = postgresOf(dataDir);
    const starter = both.find((supervisor) => supervisor.steps.includes("Starting PostgreSQL"));
    const other = both.find((supervisor) => supervisor !== starter);
    await starter?.stop();
    expect(await ask(dataDir, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(postgresOf(dataDir)).toBe(pid);
    await other?.stop();
    expect(isPostgresRunning(dataDir)).toBe(false);
  }
});

test("one process can start the same database twice", async () => {
  const dataDir = await borrowDatabase();
  const [one, two] = await Promise.all([
    startEmbeddedDatabase({ dataDir, log }),
    startEmbeddedDatabase({ dataDir, log }),
  ]);
  await one.stop();
  expect(await ask(dataDir, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await two.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("a process that starts while the last one stops gets a running database", async () => {
  const dataDir = await borrowDatabase();
  let running = await startEmbeddedDatabase({ dataDir, log });
  for (let turn = 0; turn < rounds(5, 50); turn += 1) {
    const [next] = await Promise.all([startEmbeddedDatabase({ dataDir, log }), running.stop()]);
    expect(await ask(dataDir, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    running = next;
  }
  await running.stop();
});

test("PostgreSQL's log has a maximum size", async () => {
  const dataDir = await borrowDatabase();
  const logFile = join(dataDir, "postgres.log");
  writeFileSync(logFile, "a line of old news\n".repeat(600_000));
  const database = await startEmbeddedDatabase({ dataDir, log });
  expect(statSync(logFile).size).toBeLessThan(10_000);
  await database.stop();
});

test("an empty data folder is used for a new database", async () => {
  const dataDir = await makeFolder();
  await mkdir(join(dataDir, "postgres"));
  const database = await startEmbeddedDatabase({ dataDir, log });
  expect(await readdir(join(dataDir, "postgres"))).toContain("PG_VERSION");
  await database.stop();
});
