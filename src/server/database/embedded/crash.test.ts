import { readFileSync, readdirSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { connect } from "../connect.ts";
import { embeddedConnection, startEmbeddedDatabase } from "./embedded.ts";
import {
  ask,
  copyPackage,
  isPostgresRunning,
  killHard,
  makeDatabase,
  borrowDatabase,
  makeFolder,
  pidOn,
  postgresOf,
  removeFolders,
  rounds,
  silent,
  startSupervisor,
  until,
} from "./fixtures/children.ts";

vi.setConfig({ testTimeout: rounds(60_000, 900_000) });
afterAll(removeFolders);

const log = silent;

async function expectData(dataDir: string) {
  expect(await ask(dataDir, "SELECT title FROM book")).toEqual([{ title: "Middlemarch" }]);
}

test("after kill -9 of the product, the next start uses the running PostgreSQL", async () => {
  const dataDir = await borrowDatabase();
  const killed = startSupervisor({ dataDir });
  await killed.ready;
  const pid = postgresOf(dataDir);
  await killed.kill();

  const next = await startEmbeddedDatabase({ dataDir, log });
  expect(postgresOf(dataDir)).toBe(pid);
  await expectData(dataDir);
  await next.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("after kill -9 of product and PostgreSQL, the next start recovers the data", async () => {
  const dataDir = await borrowDatabase();
  for (let round = 0; round < rounds(2, 20); round += 1) {
    const killed = startSupervisor({ dataDir });
    await killed.ready;
    const pid = postgresOf(dataDir);
    await killed.kill();
    if (round % 2) killHard(-pid);
    else killHard(pid);
    const next = await startEmbeddedDatabase({ dataDir, log });
    await expectData(dataDir);
    await next.stop();
  }
});

test("a killed PostgreSQL is restarted, and the pool reconnects", async () => {
  const dataDir = await borrowDatabase();
  const said: string[] = [];
  const listen = (fields: unknown, text?: string) => said.push(text ?? String(fields));
  const database = await startEmbeddedDatabase({
    dataDir,
    log: { info: listen, warn: listen, error: listen },
  });
  const { pool, close } = connect(database.connection);
  for (let round = 0; round < rounds(2, 20); round += 1) {
    const inUse = await pool.connect(); // Its loss must not end this process, either.
    await pool.query("SELECT 1");
    const pid = postgresOf(dataDir);
    killHard(pid);
    await until(() => ![undefined, pid].includes(pidOn(dataDir)), "another PostgreSQL runs");
    await until(async () => {
      const titles = await pool.query("SELECT title FROM book").catch(() => undefined);
      return titles?.rowCount === 1;
    }, "the pool has come back");
    inUse.release(true);
  }
  expect(said).toContain("PostgreSQL ended unexpectedly and is being restarted");
  await until(() => said.at(-1) === "PostgreSQL is running again", "that is logged");
  await close();
  await database.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("one of several processes restarts a killed PostgreSQL, and all reconnect", async () => {
  const dataDir = await borrowDatabase();
  const all = [startSupervisor({ dataDir }), startSupervisor({ dataDir }), startSupervisor({ dataDir })];
  await Promise.all(all.map(({ ready }) => ready));
  killHard(postgresOf(dataDir));
  await until(() => all.every(({ logged }) => logged.at(-1) === "PostgreSQL is running again"), "all go on");
  await all[0]?.stop();
  await all[1]?.stop();
  await expectData(dataDir);
  await all[2]?.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("if PostgreSQL can't be restarted at once, it is tried again", async () => {
  const dataDir = await borrowDatabase();
  const packageFolder = await copyPackage();
  const said: string[] = [];
  const listen = (fields: unknown, text?: string) => said.push(text ?? String(fields));
  const database = await startEmbeddedDatabase({
    dataDir,
    packageFolder,
    log: { info: listen, warn: listen, error: listen },
  });
  const program = join(packageFolder, "native", "bin", "postgres");
  renameSync(program, `${program}.away`);
  killHard(postgresOf(dataDir));
  await until(() => said.some((text) => text.includes("could not be restarted")), "a try has failed");
  renameSync(`${program}.away`, program);
  await until(() => said.at(-1) === "PostgreSQL is running again", "it is back");
  await expectData(dataDir);
  await database.stop();
});

test("stopping works while PostgreSQL can't be restarted, and leaves no process running", async () => {
  const dataDir = await borrowDatabase();
  const packageFolder = await copyPackage();
  const said: string[] = [];
  const listen = (fields: unknown, text?: string) => said.push(text ?? String(fields));
  const database = await startEmbeddedDatabase({
    dataDir,
    packageFolder,
    log: { info: listen, warn: listen, error: listen },
  });
  await rm(packageFolder, { recursive: true });
  killHard(postgresOf(dataDir));
  await until(() => said.some((text) => text.includes("could not be restarted")), "a try has failed");
  await database.stop();
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("the product keeps running without its database's files, and can be stopped", async () => {
  const dataDir = await makeDatabase();
  const said: string[] = [];
  const listen = (fields: unknown, text?: string) => said.push(text ?? String(fields));
  const database = await startEmbeddedDatabase({
    dataDir,
    log: { info: listen, warn: listen, error: listen },
  });
  killHard(-postgresOf(dataDir));
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  await until(() => said.some((text) => text.includes("could not be restarted")), "a try has failed");
  await database.stop();
});

test("a zombie of a killed PostgreSQL doesn't prevent a restart", async () => {
  const dataDir = await borrowDatabase();
  const frozen = startSupervisor({ dataDir });
  await frozen.ready;
  const pid = postgresOf(dataDir);
  frozen.process.kill("SIGSTOP");
  killHard(pid);
  await until(() => !isPostgresRunning(dataDir), "PostgreSQL is dead");
  expect(() => process.kill(pid, 0)).not.toThrow(); // Its number is still taken.

  const next = startSupervisor({ dataDir });
  await next.ready;
  await expectData(dataDir);
  frozen.process.kill("SIGCONT");
  await until(() => frozen.logged.at(-1) === "PostgreSQL is running again", "the other one goes on as well");
  await next.stop();
  await expectData(dataDir);
  await frozen.stop();
});

test("a postmaster.pid with the process id of another program doesn't prevent a start", async () => {
  const dataDir = await borrowDatabase();
  const socketFolder = join(realpathSync("/tmp"), "flyleaf-no-such-folder");
  writeFileSync(
    join(dataDir, "postgres", "postmaster.pid"),
    `${process.pid}\n${join(dataDir, "postgres")}\n1700000000\n5432\n${socketFolder}\n\n\nready   \n`,
  );
  const database = await startEmbeddedDatabase({ dataDir, log });
  await expectData(dataDir);
  await database.stop();
});

test("an empty postmaster.pid doesn't prevent a start", async () => {
  const dataDir = await borrowDatabase();
  writeFileSync(join(dataDir, "postgres", "postmaster.pid"), "");
  const database = await startEmbeddedDatabase({ dataDir, log });
  await expectData(dataDir);
  await database.stop();
});

test("a start waits for the processes of a killed PostgreSQL", async () => {
  const dataDir = await borrowDatabase();
  const killed = startSupervisor({ dataDir });
  await killed.ready;
  const client = new pg.Client(embeddedConnection(dataDir));
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const backend = rows[0]?.pid ?? 0;
  client.query("SELECT count(*) FROM generate_series(1, 3000000)").catch(() => undefined);
  await until(() => stateOf(backend) === "R", "a long statement runs");
  await killed.kill();
  killHard(postgresOf(dataDir));
  expect(stateOf(backend)).toBe("R");

  const next = await startEmbeddedDatabase({ dataDir, log });
  expect(stateOf(backend)).not.toBe("R");
  await expectData(dataDir);
  await next.stop();
});

test("a PostgreSQL whose socket was deleted is restarted", async () => {
  const dataDir = await borrowDatabase();
  const killed = startSupervisor({ dataDir });
  await killed.ready;
  const connection = embeddedConnection(dataDir);
  await killed.kill();
  await rm("host" in connection ? connection.host : "", { recursive: true });
  const next = await startEmbeddedDatabase({ dataDir, log });
  await expectData(dataDir);
  await next.stop();
});

test("a start that is killed while it creates the database doesn't affect the next start", async () => {
  const dataDir = await makeFolder();
  const drafts = () => readdirSync(dataDir).filter((name) => name.includes(".new-"));
  for (let round = 0; round < rounds(2, 20); round += 1) {
    const killed = startSupervisor({ dataDir });
    await until(
      () => drafts().some((draft) => readdirSync(join(dataDir, draft)).length > (round * 2) % 20),
      "it has begun",
    );
    killHard(-(killed.process.pid ?? 0)); // With initdb, which is in its group.
    await killed.kill();
  }
  const killed = startSupervisor({ dataDir });
  await until(() => drafts().some((draft) => readdirSync(join(dataDir, draft)).length > 1), "it has begun");
  await killed.kill(); // initdb lives on, for a moment.

  const next = await startEmbeddedDatabase({ dataDir, log });
  expect(await ask(dataDir, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await next.stop();
  const after = await startEmbeddedDatabase({ dataDir, log });
  await after.stop();
  expect(readdirSync(dataDir).filter((name) => name.includes("postgres.new"))).toEqual([]);
});

test("a start that is killed between initdb and the creation of our database is completed", async () => {
  const dataDir = await borrowDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log });
  const client = new pg.Client({ ...embeddedConnection(dataDir), database: "postgres" });
  await client.connect();
  await client.query("DROP DATABASE flyleaf WITH (FORCE)");
  await client.end();
  await database.stop();
  const next = await startEmbeddedDatabase({ dataDir, log });
  expect(await ask(dataDir, "SELECT current_database() AS name")).toEqual([{ name: "flyleaf" }]);
  await next.stop();
});

/** A process's state: R while it computes; none once it has gone. */
function stateOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim()[0];
  } catch {
    return undefined;
  }
}
