import { createHash, randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type Database, connect } from "../src/server/database/connect.ts";
import { type DatabaseConnection, withDatabase } from "../src/server/database/connection.ts";
import { startEmbeddedDatabase } from "../src/server/database/embedded/embedded.ts";
import { StartError } from "../src/server/start-error.ts";
import { connectReplica } from "./replica.ts";
import { migrate } from "../src/server/database/migrate.ts";
import { migrationsFolder, readMigrations } from "../src/server/database/migrations/files.ts";

export type TestDatabase = Database & {
  name: string;
  connection: DatabaseConnection;
  replica?: Database | undefined; // optional: replicas
  drop: () => Promise<void>;
};

/** The PostgreSQL that all tests share. */
type Cluster = {
  connection: DatabaseConnection;
  /** Its advisory locks mark the databases that this process uses. */
  admin: pg.Client;
  /** Of the names of test databases. */
  prefix: string;
  /** A migrated, empty database, created at the first call. */
  template: () => Promise<string>;
  release: () => Promise<void>;
};

const dataDir =
  process.env.TEST_DATA ?? fileURLToPath(new URL("../node_modules/.cache/test-database", import.meta.url));

/** Faster, because test data need not survive a power failure. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
};

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let cluster: Promise<Cluster> | undefined;
let users = 0;

/**
 * Creates a database without rows: on the PostgreSQL in TEST_DATABASE_URL (whose user can create databases), or on an
 * embedded one that all tests share. Call `drop` at the end. A later run drops the databases of processes that died.
 * @param o.isEmpty without tables; by default it is migrated
 */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const { connection, admin, prefix, ...cluster } = await acquireCluster();
  const { release } = cluster;
  const name = `${prefix}test_${randomBytes(8).toString("hex")}`;
  try {
    const template = isEmpty ? "template0" : await cluster.template();
    await admin.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [name]);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } catch (error) {
    await release();
    throw error;
  }
  const own = withDatabase(connection, name);
  const database = connect(own, { max: 5, applicationName: name });
  const replica = connectReplica(name); // optional: replicas
  let dropped: Promise<void> | undefined;
  return {
    ...database,
    name,
    connection: own,
    replica, // optional: replicas
    drop: () => (dropped ??= drop()),
  };

  async function drop() {
    await replica?.close(); // optional: replicas
    if (!database.pool.ending) await database.close();
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [name]);
    await release();
  }
}

/** Vitest's global setup: keeps the shared PostgreSQL running, with its template, during a run. */
export async function setup(): Promise<() => Promise<void>> {
  const { template, release } = await acquireCluster();
  try {
    await template();
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

async function acquireCluster(): Promise<Cluster> {
  users += 1;
  cluster ??= openCluster();
  try {
    return await cluster;
  } catch (error) {
    cluster = undefined;
    users = 0;
    throw error;
  }
}

/** It is only a cache: one that can't be used, as after the project was copied by another account, is made again. */
async function startSharedDatabase() {
  const start = () => startEmbeddedDatabase({ dataDir, log: silent, settings });
  return await start().catch(async (error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    await rm(dataDir, { recursive: true, force: true });
    return await start();
  });
}

async function openCluster(): Promise<Cluster> {
  const url = process.env.TEST_DATABASE_URL;
  const embedded = url ? undefined : await startSharedDatabase();
  const connection = embedded?.connection ?? { connectionString: url ?? "" };
  const admin = new pg.Client({ ...connection, application_name: "tests" });
  admin.on("error", () => undefined);
  try {
    await admin.connect();
    const prefix = await prefixOf(admin);
    let template: Promise<string> | undefined;
    const prepare = () => (template ??= prepareTemplate(admin, connection, prefix));
    return { connection, admin, prefix, template: prepare, release };
  } catch (error) {
    await close();
    throw error;
  }

  async function release() {
    users -= 1;
    if (users > 0) return;
    cluster = undefined;
    await close();
  }

  async function close() {
    await admin.end().catch(() => undefined);
    await embedded?.stop();
  }
}

/** Advisory locks are per database, so the names of test databases contain the id of the one that we are connected to. */
async function prefixOf(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ oid: number }>(
    "SELECT oid FROM pg_database WHERE datname = current_database()",
  );
  return `test_${rows[0]?.oid}_`;
}

/** Finds or creates the template of test databases: one for each version of the migrations. */
async function prepareTemplate(
  admin: pg.Client,
  connection: DatabaseConnection,
  prefix: string,
): Promise<string> {
  const template = `${prefix}template_${await hashMigrations()}`;
  // Shared by the processes that copy it, so that it isn't dropped.
  await admin.query("SELECT pg_advisory_lock_shared(hashtextextended($1, 0))", [template]);
  await admin.query("SELECT pg_advisory_lock(hashtextextended('test_template', 0))");
  try {
    await dropUnusedDatabases(admin, prefix, template);
    const { rows } = await admin.query("SELECT datistemplate FROM pg_database WHERE datname = $1", [
      template,
    ]);
    if (rows[0]?.datistemplate) return template;
    await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`); // Left by an interrupted start.
    await admin.query(`CREATE DATABASE ${template}`);
    const database = connect(withDatabase(connection, template), { max: 2 });
    try {
      await migrate(database);
    } finally {
      await database.close();
    }
    await admin.query(`ALTER DATABASE ${template} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
    return template;
  } finally {
    await admin.query("SELECT pg_advisory_unlock(hashtextextended('test_template', 0))");
  }
}

async function hashMigrations(): Promise<string> {
  const hashes = (await readMigrations(migrationsFolder)).map(({ name, hash }) => `${name} ${hash}`);
  return createHash("sha256").update(hashes.join("\n")).digest("hex").slice(0, 16);
}

/** Drops databases of processes that died, and unused templates of other migrations. */
async function dropUnusedDatabases(admin: pg.Client, prefix: string, current: string) {
  const { rows } = await admin.query<{ datname: string; datistemplate: boolean }>(
    "SELECT datname, datistemplate FROM pg_database WHERE starts_with(datname, $1) AND datname <> $2",
    [prefix, current],
  );
  for (const { datname, datistemplate } of rows) {
    const lock = await admin.query<{ free: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS free",
      [datname],
    );
    if (!lock.rows[0]?.free) continue;
    if (datistemplate) await admin.query(`ALTER DATABASE ${datname} IS_TEMPLATE false`);
    await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    await admin.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [datname]);
  }
}
