import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect, type Database } from "#server/database/connect.ts";
import { withDatabase } from "#server/database/connection.ts";
import { migrate } from "#server/database/migrate.ts";
import { temporaryFolder } from "#server/files/testing.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { backUp } from "./back-up.ts";
import { checkArchive } from "./check.ts";
import { newFile } from "./fixtures/archives.ts";
import { createPlace, createProduct } from "./testing.ts";

test("a backup replaces no file, and one that fails leaves none", async () => {
  const file = await newFile();
  const empty = await createPlace();
  await expect(backUp(empty, { path: file })).rejects.toThrow(/the database is empty/);
  expect(readdirSync(dirname(file))).toEqual([]);
  writeFileSync(file, "kept");
  await expect(backUp(empty, { path: file })).rejects.toThrow(/already exists/);
  expect(readFileSync(file, "utf8")).toBe("kept");
  const elsewhere = join(file, "..", "nowhere", "today.backup");
  await expect(backUp(empty, { path: elsewhere })).rejects.toThrow(/folder .* doesn't exist/);
  const missing = `${join(dirname(file), "nowhere")}/`;
  await expect(backUp(empty, { path: missing })).rejects.toThrow(/folder .* doesn't exist/);
  await expect(backUp(empty, { path: "public/today.backup" })).rejects.toThrow(
    /Browsers get the files in public/,
  );
});

test("in a folder, a backup gets a name with its time", async () => {
  const database = await createProduct();
  const folder = await temporaryFolder();
  const { file } = await backUp({ database }, { path: folder });
  expect(readdirSync(folder)).toEqual([basename(file)]);
  expect((await database.pool.query("SELECT FROM last_backup WHERE as_of <= now()")).rows).toHaveLength(1);
  expect(basename(file)).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/);
});

test("one backup of a database is made at a time, and the next one removes what a killed one has left", async () => {
  const database = await createProduct();
  const folder = await temporaryFolder();
  const path = join(folder, "next.backup");
  const killed = await beginBackup(database, folder);
  const partial = readdirSync(folder);
  expect(partial).toEqual([expect.stringMatching(/^\.backup-\w+\.partial$/)]);
  await expect(backUp({ database }, { path })).rejects.toThrow(
    /Another backup of this database is being made/,
  );
  expect(readdirSync(folder)).toEqual(partial);

  await database.pool.query("SELECT pg_terminate_backend($1)", [killed.pid]);
  await backUp({ database }, { path });
  expect(readdirSync(folder)).toEqual(["next.backup"]);
  await checkArchive(path);
});

/** Begins a backup that never goes on, as one whose process is killed. */
async function beginBackup({ pool }: Database, folder: string): Promise<{ pid: number }> {
  const client = await pool.connect();
  onTestFinished(() => client.release(true));
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await new Promise<void>((resolve) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const stopping = (...args: unknown[]) => {
      if (typeof args[0] === "string") return query(...args);
      resolve(); // Rows are fetched.
      return new Promise(() => undefined);
    };
    Object.assign(client, { query: stopping });
    const killed = { pool: { connect: () => Promise.resolve(client) } as never };
    void backUp({ database: killed }, { path: join(folder, "killed.backup") });
  });
  return rows[0] as { pid: number };
}

test("a role that owns nothing makes backups with the documented rights, and a missing one is named with its grant", async () => {
  const { owner, product, role } = await createRoles();
  const folder = await temporaryFolder();
  const attempt = () =>
    backUp({ database: product }, { path: join(folder, `${randomBytes(6).toString("hex")}.backup`) });
  for (const grant of [
    "USAGE ON SCHEMA public",
    "SELECT ON ALL TABLES IN SCHEMA public",
    "SELECT ON ALL SEQUENCES IN SCHEMA public",
    "SELECT, INSERT, UPDATE ON last_backup",
  ]) {
    const named = `GRANT ${grant} TO ${role}`;
    const error = await attempt().then(
      () => expect.unreachable(`without ${named}`),
      (e: unknown) => e,
    );
    expect(error).toMatchObject({
      name: "StartError",
      message: expect.stringContaining(`${named};`) as string,
    });
    expect((error as Error).message).not.toContain("\n");
    await owner.pool.query(named);
  }
  await attempt();
  expect(readdirSync(folder)).toHaveLength(1);
  expect((await owner.pool.query("SELECT FROM last_backup")).rows).toHaveLength(1);
});

/** A product whose tables belong to one role, and another role without rights. */
async function createRoles() {
  const { pool, connection, drop } = await createTestDatabase();
  const owner = `test_owner_${randomBytes(6).toString("hex")}`;
  const role = `${owner}-product`;
  const name = `${owner}_database`;
  await pool.query(`CREATE ROLE ${owner}; CREATE ROLE "${role}"`);
  await pool.query(`CREATE DATABASE ${name} OWNER ${owner}`);
  const as = (each: string) => {
    const own = { ...withDatabase(connection, name), options: `-c role=${each}` };
    return connect(own, { max: 2 });
  };
  const [owning, product] = [as(owner), as(role)];
  onTestFinished(async () => {
    await Promise.all([owning.close(), product.close()]);
    await pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await pool.query(`DROP ROLE ${owner}`);
    await pool.query(`DROP ROLE "${role}"`);
    await drop();
  });
  await owning.pool.query("REVOKE ALL ON SCHEMA public FROM PUBLIC");
  await migrate(owning);
  return { owner: owning, product, role: `"${role}"` };
}
