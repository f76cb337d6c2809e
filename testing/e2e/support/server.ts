import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type DatabaseConnection, databaseUrl } from "#server/database/connection.ts";
import { embeddedConnection } from "#server/database/embedded/embedded.ts";
import { projectDir } from "../../../scripts/support/project.ts";
import { createTestDatabase } from "../../database.ts";
import { freePort } from "../../ports.ts";
import { redisUrl } from "../../redis.ts";
import { replicaSettings } from "../../replica.ts";
import { type Mailbox, openMailbox, startMailServer } from "./mail.ts";
import { addPerson, type NewPerson, type Person } from "./people.ts";

const startTimeoutMs = 45_000;
const stopTimeoutMs = 15_000;

/** A production server in its own process, with its own database and mail. */
export type TestServer = {
  url: string;
  pid: number | undefined;
  connection: DatabaseConnection;
  /** Settings with which another process uses the same data, until `stop`. */
  data: { DATA_DIR: string };
  /** Its log so far, as lines of JSON. */
  log(): string;
  mail: Mailbox;
  /** For `openMailbox` in another process. */
  mailboxUrl: string;
  addPerson(person?: NewPerson): Promise<Person>;
  /** Sends SIGTERM and deletes its files. Returns its exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. Its data is kept for another `startServer(server.data)`, until `stop`. */
  kill(): Promise<void>;
};

/**
 * Starts the built product as in production, on a free port with an empty data folder. It trusts forwarding headers from
 * this machine, so that each page of a test can have its own client address. Requests have no budget. With TEST_DATABASE_URL (`--with postgres`), its
 * database is there.
 * @param env more settings
 * @param o.entry the module that runs the product
 * @param o.stdout where its log goes, which is then not kept
 * @throws if it is not ready within 45 s, with its output
 */
export async function startServer(
  env: Record<string, string> = {},
  {
    entry = "dist/server/main.js",
    stdout = "pipe",
  }: { entry?: string; stdout?: "pipe" | "ignore" | number } = {},
): Promise<TestServer> {
  const mail = await startMailServer();
  const ownDataDir = env.DATA_DIR === undefined ? await makeDataDir() : undefined;
  const dataDir = env.DATA_DIR ?? ownDataDir ?? "";
  const database = ownDataDir && !env.DATABASE_URL ? await createDatabase() : undefined;
  const data = { DATA_DIR: dataDir, ...database?.settings };
  const connection = connectionOf({ ...data, ...env });
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [entry], {
    cwd: projectDir,
    stdio: ["ignore", stdout, "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: port,
      ...data,
      SMTP_URL: mail.smtpUrl,
      TRUSTED_PROXIES: "127.0.0.1, ::1",
      SHUTDOWN_DELAY: "0",
      REQUESTS_PER_MINUTE: "0",
      ...(redisUrl && { REDIS_URL: redisUrl }), // optional: redis
      ...env,
    },
  });
  let output = "";
  child.stdout?.on("data", (text) => (output += String(text)));
  child.stderr?.on("data", (text) => (output += String(text)));
  let isExpected = false;
  const ended = new Promise<number | null>((resolve) =>
    child.once("exit", (code, signal) => {
      if (!isExpected)
        console.error(`The server exited unexpectedly (${signal ?? code}). Its output:\n${output}`);
      resolve(code);
    }),
  );

  const stop = async () => {
    isExpected = true;
    const code = await end(child, ended);
    await database?.drop();
    if (ownDataDir) await removeDataDir(ownDataDir);
    await mail.close();
    return code;
  };
  const url = `http://localhost:${port}`;
  try {
    await ready(url, child);
  } catch (error) {
    await stop();
    throw new Error(`The server did not start. Its output:\n${output}`, { cause: error });
  }
  return {
    url,
    pid: child.pid,
    connection,
    data,
    log: () => output,
    mail: openMailbox(mail.mailboxUrl),
    mailboxUrl: mail.mailboxUrl,
    addPerson: (person) => addPerson(connection, person),
    stop,
    async kill() {
      isExpected = true;
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** With TEST_DATABASE_URL, a database there, and the settings for it. */
async function createDatabase() {
  if (!process.env.TEST_DATABASE_URL) return undefined;
  const database = await createTestDatabase();
  const { seedDatabase } = await import("#app/run/seed.server.ts");
  // As an embedded database is at its first start.
  await seedDatabase(database, { withAccounts: true });
  const settings = {
    DATABASE_URL: databaseUrl(database.connection),
    ...replicaSettings(database.name), // optional: replicas
  };
  return { settings, drop: database.drop };
}

function connectionOf(settings: { DATA_DIR: string; DATABASE_URL?: string }): DatabaseConnection {
  return settings.DATABASE_URL
    ? { connectionString: settings.DATABASE_URL }
    : embeddedConnection(settings.DATA_DIR);
}

/** A folder that the database's user can read. */
async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "app-e2e-"));
  await chmod(folder, 0o755);
  return folder;
}

/** The database of a killed server is stopping. */
async function removeDataDir(folder: string): Promise<void> {
  const { host } = embeddedConnection(folder) as { host: string };
  for (const path of [host, folder]) await rm(path, { recursive: true, force: true, maxRetries: 10 });
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && isRunning(child)) {
    const response = await fetch(`${url}/ready`).catch(() => undefined);
    if (response?.ok) return;
    await wait(25);
  }
  throw new Error(isRunning(child) ? `Not ready within ${startTimeoutMs} ms` : "It exited");
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function end(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  if (!isRunning(child)) return ended;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  const code = await ended;
  clearTimeout(timer);
  return code;
}
