import { execFile, execFileSync, spawn } from "node:child_process";
import { readFileSync, readlinkSync, rmSync, statfsSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { prepareAccess } from "./access.ts";
import { type Account, spawnOptions } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { withAccess } from "./folder-access.ts";

/** A PostgreSQL on a data folder, whether or not it is running. */
export type PostgresServer = {
  dataDir: string;
  /** The real path of its data folder. */
  data: string;
  logFile: string;
  binaries: Binaries;
  account: Account | undefined;
  settings: Record<string, string> | undefined;
};

/** A PostgreSQL that this process has started; its output once it has ended. After `release` it survives this process. */
export type Launched = { output: string | undefined; release: () => void };

const settings = {
  shared_buffers: "128MB",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  // The server's own events only: errors of statements may contain personal data.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/** Starts PostgreSQL in its own process group, which Ctrl-C in a terminal doesn't reach. */
export async function launchPostgres(server: PostgresServer): Promise<Launched> {
  const { data, account, logFile, binaries } = server;
  const access = prepareAccess(server.dataDir, account);
  // PostgreSQL itself doesn't see that another program, or a zombie, has the process id of one that was killed.
  for (const file of [join(data, "postmaster.pid"), `${access.unix_socket_directories}/.s.PGSQL.5432.lock`]) {
    const pid = readPid(file);
    if (pid && !isPostgresOn(data, pid)) rmSync(file, { force: true });
  }
  const log = await open(logFile, "a", 0o600);
  try {
    if ((await log.stat()).size > 10_000_000) await log.truncate();
    const { size: logStart } = await log.stat();
    const options = Object.entries({ ...settings, ...access, ...server.settings });
    const args = options.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = await withAccess(data, account, async (path, openFolders) =>
      spawn(binaries.postgres, ["-D", path, ...args], {
        ...spawnOptions(account),
        detached: true,
        stdio: ["ignore", log.fd, log.fd, ...openFolders],
      }),
    );
    const launched: Launched = { output: undefined, release: () => undefined };
    child.once("exit", () => (launched.output = readLog(logFile, logStart)));
    child.once("error", (error) => (launched.output = error.message));
    child.unref();
    if (child.pid && account) launched.release = endWithThisProcess(child.pid, account);
    return launched;
  } finally {
    await log.close();
  }
}

/**
 * Stops PostgreSQL when this process ends, also by a kill -9: that ends a shell's input.
 * @returns undoes this
 */
function endWithThisProcess(pid: number, account: Account): () => void {
  const watcher = spawn("/bin/sh", ["-c", 'read -r _ || kill -INT "$0"', String(pid)], {
    ...spawnOptions(account),
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  (watcher.stdin as Socket).unref();
  return () => void watcher.kill();
}

/**
 * Stops PostgreSQL: by a fast shutdown, or after 10 seconds by an immediate one, which loses no data either.
 * @returns whether it has stopped
 */
export async function stopPostgres({ data, binaries, account }: PostgresServer): Promise<boolean> {
  const pid = readPid(join(data, "postmaster.pid")); // Another process may start the next one at once.
  for (const [mode, signal] of [["fast", "SIGINT"] as const, ["immediate", "SIGQUIT"] as const]) {
    if (!isPostgresOn(data, pid)) return true;
    if (account) process.kill(pid, signal);
    else await promisify(execFile)(binaries.pg_ctl, ["stop", "-D", data, "-m", mode, "--no-wait"]);
    const deadline = performance.now() + 10_000;
    while (isPostgresOn(data, pid) && performance.now() < deadline) await sleep(10);
  }
  return !isPostgresOn(data, pid);
}

export function isRunning(data: string): boolean {
  return isPostgresOn(data, readPid(join(data, "postmaster.pid")));
}

/** The process id in the first line of a file; NaN if there is none. */
export function readPid(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10);
  } catch (error) {
    // PostgreSQL deletes it when it stops.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Number.NaN;
    throw error;
  }
}

function isPostgresOn(data: string, pid: number): boolean {
  try {
    process.kill(pid, 0);
    // PostgreSQL's working directory is its data folder.
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === data;
    return (
      process.platform === "win32" || execFileSync("ps", ["-o", "command=", "-p", `${pid}`]).includes(data)
    );
  } catch {
    return false;
  }
}

/** The log from a position on. On a full disk PostgreSQL can't write it, so a message is added. */
function readLog(logFile: string, position: number): string {
  try {
    const output = readFileSync(logFile).subarray(position).toString();
    const { bavail, bsize } = statfsSync(logFile);
    return output || (bavail * bsize < 65_536 ? "No space left on device" : "");
  } catch (error) {
    return String(error);
  }
}
