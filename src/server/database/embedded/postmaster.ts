import { spawn, spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { open, readFile, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { programErrorFrom } from "./start-errors.ts";
import { type Account, spawnOptions } from "./account.ts";

/** The content of `postmaster.pid`, which a running PostgreSQL has in its data folder. */
export type Postmaster = {
  pid: number;
  socketFolder: string;
  status: "starting" | "stopping" | "ready" | "standby" | "";
};

const maxLogBytes = 10 * 1024 * 1024;

/** Reads `postmaster.pid`, whether or not its process is alive; undefined if the file is missing or empty. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split(/\r?\n/);
    const [pid, , , , socketFolder, , , status] = lines;
    if (!(Number(pid) > 0)) return undefined;
    return {
      pid: Number(pid),
      socketFolder: socketFolder ?? "",
      status: (status?.trim() ?? "") as Postmaster["status"],
    };
  } catch {
    return undefined;
  }
}

/**
 * The PostgreSQL that is running on a data folder, if any. The process id in `postmaster.pid` is verified: after a kill -9
 * or a reboot it may belong to a zombie or to another program.
 */
export function runningPostmaster(data: string): Postmaster | undefined {
  const postmaster = readPostmaster(data);
  return postmaster && isPostgresOf(data, postmaster.pid) ? postmaster : undefined;
}

function isPostgresOf(data: string, pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false; // Not running, or of another account.
  }
  if (process.platform === "linux") return isAlive(pid) && isWorkingDirectory(data, pid);
  if (process.platform === "win32") return true;
  const { stdout } = spawnSync("ps", ["-o", "stat=,command=", "-p", String(pid)], { encoding: "utf8" });
  return !stdout.startsWith("Z") && stdout.includes(data);
}

function isAlive(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim()[0];
    return state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}

/** PostgreSQL's working directory is its data folder. */
function isWorkingDirectory(data: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return true; // The system doesn't show working directories.
  }
}

/** Removes `postmaster.pid` unless its PostgreSQL is running. */
export async function removeStalePidFile(data: string): Promise<void> {
  if (!runningPostmaster(data)) await rm(join(data, "postmaster.pid"), { force: true });
}

/**
 * Starts PostgreSQL in its own process group, which Ctrl-C in a terminal doesn't reach. It continues when this process ends.
 * @param o.settings by name, as in postgresql.conf
 * @returns its process id; `exited` resolves with its output when it exits
 * @throws StartError if the program can't be run
 */
export async function launchPostgres(o: {
  program: string;
  data: string;
  account: Account | undefined;
  logFile: string;
  settings: Record<string, string>;
}): Promise<{ pid: number; exited: Promise<string> }> {
  const log = await open(o.logFile, "a", 0o600);
  try {
    if ((await log.stat()).size > maxLogBytes) await log.truncate(0);
    const { size: logStart } = await log.stat();
    const settings = Object.entries(o.settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = spawn(o.program, ["-D", o.data, ...settings], {
      ...spawnOptions(o.account),
      detached: true,
      windowsHide: true,
      env: environment,
      stdio: ["ignore", log.fd, log.fd],
    });
    const exited = new Promise<string>((resolve) => {
      child.once("exit", () => resolve(readLogFrom(o.logFile, logStart)));
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => reject(programErrorFrom(o.program, error)));
    });
    child.unref();
    return { pid: child.pid ?? 0, exited };
  } finally {
    await log.close();
  }
}

/**
 * Runs one of PostgreSQL's programs until it exits.
 * @throws StartError if the program can't be run
 */
export function runProgram(
  program: string,
  args: string[],
  account: Account | undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...spawnOptions(account),
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let output = "";
    const append = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", append);
    child.stderr.on("data", append);
    child.once("error", (error) => reject(programErrorFrom(program, error)));
    child.once("close", (code) => resolve({ code, output }));
  });
}

/**
 * Stops a running PostgreSQL: by a fast shutdown, or after `timeoutMs` by an immediate one, which loses no data either.
 * @returns whether it has stopped
 */
export async function stopPostgres(data: string, pgCtl: string, timeoutMs = 10_000): Promise<boolean> {
  for (const [signal, mode] of [
    ["SIGINT", "fast"],
    ["SIGQUIT", "immediate"],
  ] as const) {
    const postmaster = runningPostmaster(data);
    if (!postmaster) return true;
    if (process.platform === "win32") {
      await runProgram(pgCtl, ["stop", "-D", data, "-m", mode, "--no-wait"], undefined);
    } else {
      signalIfAlive(postmaster.pid, signal);
    }
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (!isPostgresOf(data, postmaster.pid)) return true;
      await sleep(10);
    }
  }
  return false;
}

function signalIfAlive(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Without our environment, which contains secrets. English messages, because start-errors.ts matches some. */
const environment = { LC_MESSAGES: "C" };

/** The log from a position on. On a full disk PostgreSQL can't write it, so a message is added. */
async function readLogFrom(logFile: string, position: number): Promise<string> {
  const content = await readFile(logFile).catch(() => Buffer.alloc(0));
  const output = content.subarray(position).toString();
  if (output) return output;
  const disk = await statfs(dirname(logFile)).catch(() => undefined);
  return disk && disk.bavail * disk.bsize < 65_536 ? "No space left on device" : "";
}
