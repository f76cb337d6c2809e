import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { embeddedConnection, startEmbeddedDatabase } from "#server/database/embedded/embedded.ts";
import { projectDir } from "../../../scripts/support/project.ts";
import { freePort } from "../../ports.ts";
import { type Mailbox, openMailbox, startMailServer } from "./mail.ts";
import { addPerson, type NewPerson, type Person } from "./people.ts";

const startMs = 45_000;
const stopMs = 15_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A production server in a process of its own, with its own database and mail. */
export type TestServer = {
  url: string;
  dataDir: string;
  /** What it has logged so far: lines of JSON. */
  log(): string;
  mail: Mailbox;
  /** Where another process reads its mail (`openMailbox`). */
  mailboxUrl: string;
  addPerson(person?: NewPerson): Promise<Person>;
  /** SIGTERM, then all that it left behind is removed. Gives its exit code. */
  stop(): Promise<number | null>;
  /** kill -9. Its data stays, for another `startServer({ DATA_DIR: server.dataDir })`, until `stop`. */
  kill(): Promise<void>;
};

/**
 * Starts the built product as in production, on a free port and an empty data folder. It believes forwarding headers
 * from this machine, so that each page of a test may be a client of its own.
 * @param env settings beside or in place of those
 * @throws where it has not answered within 45 s, with what it printed
 */
export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  const mail = await startMailServer();
  const ownDataDir = env.DATA_DIR === undefined ? await makeDataDir() : undefined;
  const dataDir = env.DATA_DIR ?? ownDataDir ?? "";
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, ["src/main.ts"], {
    cwd: projectDir,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      PORT: port,
      DATA_DIR: dataDir,
      SMTP_URL: mail.smtpUrl,
      TRUSTED_PROXIES: "127.0.0.1, ::1",
      ...env,
    },
  });
  let printed = "";
  child.stdout.on("data", (text) => (printed += String(text)));
  child.stderr.on("data", (text) => (printed += String(text)));
  let isMeant = false;
  const ended = new Promise<number | null>((resolve) =>
    child.once("exit", (code, signal) => {
      if (!isMeant) console.error(`The server ended by itself (${signal ?? code}). It printed:\n${printed}`);
      resolve(code);
    }),
  );

  const stop = async () => {
    isMeant = true;
    const code = await end(child, ended);
    if (ownDataDir) await removeDataDir(ownDataDir, child.signalCode === "SIGKILL");
    await mail.close();
    return code;
  };
  const url = `http://localhost:${port}`;
  try {
    await ready(url, child);
  } catch (error) {
    await stop();
    throw new Error(`The server did not start. It printed:\n${printed}`, { cause: error });
  }
  return {
    url,
    dataDir,
    log: () => printed,
    mail: openMailbox(mail.mailboxUrl),
    mailboxUrl: mail.mailboxUrl,
    addPerson: (person) => addPerson(embeddedConnection(dataDir), person),
    stop,
    async kill() {
      isMeant = true;
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** A folder that the database's own user may enter, too. */
async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "flyleaf-e2e-"));
  await chmod(folder, 0o755);
  return folder;
}

/** A server that was killed has left its database running. */
async function removeDataDir(folder: string, wasKilled: boolean): Promise<void> {
  if (wasKilled) await (await startEmbeddedDatabase({ dataDir: folder, log: silent })).stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startMs;
  while (Date.now() < deadline && isRunning(child)) {
    const response = await fetch(`${url}/ready`).catch(() => undefined);
    if (response?.ok) return;
    await wait(25);
  }
  throw new Error(isRunning(child) ? `No answer within ${startMs} ms` : "It ended by itself");
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function end(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  if (!isRunning(child)) return ended;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopMs);
  const code = await ended;
  clearTimeout(timer);
  return code;
}
