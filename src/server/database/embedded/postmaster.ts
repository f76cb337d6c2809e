import { spawn, spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { open, readFile, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { programErrorFrom } from "./start-errors.ts";
import { type Account, spawnOptions } from "./account.ts";

/** What a running PostgreSQL says of itself in its folder's `postmaster.pid`. */
export type Postmaster = {
  pid: number;
  socketFolder: string;
  port: number;
  status: "starting" | "stopping" | "ready" | "standby" | "";
};

const logLimit = 10 * 1024 * 1024;

/** Reads `postmaster.pid`, whether or not its process still runs; none where there is no such file, or nothing in it. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    const [pid, , , port, socketFolder, , , status] = readFileSync(
      join(data, "postmaster.pid"),
      "utf8",
    ).split(/\r?\n/);
    if (!(Number(pid) > 0)) return undefined;
    return {
      pid: Number(pid),
      socketFolder: socketFolder ?? "",
      port: Number(port),
      status: (status?.trim() ?? "") as Postmaster["status"],
    };
  } catch {
    return undefined;
  }
}

/**
 * The PostgreSQL that runs on a data folder, if one does. What `postmaster.pid` says alone is not enough: after a kill -9
 * or a restart of the machine its number may be a zombie's, or another program's, and PostgreSQL would refuse to start.
 */
export function runningPostmaster(data: string): Postmaster | undefined {
  const postmaster = readPostmaster(data);
  return postmaster && isPostgresOf(data, postmaster.pid) ? postmaster : undefined;
}

function isPostgresOf(data: string, pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false; // It is gone, or another account's, and PostgreSQL runs as ours.
  }
  if (process.platform === "linux") return isLiving(pid) && worksIn(data, pid);
  if (process.platform === "win32") return true;
  const { stdout } = spawnSync("ps", ["-o", "stat=,command=", "-p", String(pid)], { encoding: "utf8" });
  return !stdout.startsWith("Z") && stdout.includes(data);
}

function isLiving(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim()[0];
    return state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}

/** PostgreSQL's working directory is its data folder. */
function worksIn(data: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return true; // This system shows no working directories.
  }
}

/** Removes a `postmaster.pid` whose PostgreSQL no longer runs; its shared memory still keeps a second one away. */
export async function removeStalePidFile(data: string): Promise<void> {
  if (!runningPostmaster(data)) await rm(join(data, "postmaster.pid"), { force: true });
}

/** A PostgreSQL that was just started. */
export type LaunchedPostgres = {
  pid: number;
  /** Settles with all that it said, once it has ended. */
  ended: Promise<string>;
};

/**
 * Starts PostgreSQL in a process group of its own, so that Ctrl-C in a terminal does not reach it; it outlives this process.
 * @param o.settings by name, as in postgresql.conf
 * @throws DatabaseStartError where the program can't be run at all.
 */
export async function launchPostgres(o: {
  program: string;
  data: string;
  account: Account | undefined;
  logFile: string;
  settings: Record<string, string>;
}): Promise<LaunchedPostgres> {
  const log = await open(o.logFile, "a", 0o600);
  try {
    if ((await log.stat()).size > logLimit) await log.truncate(0);
    const before = (await log.stat()).size;
    const settings = Object.entries(o.settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = spawn(o.program, ["-D", o.data, ...settings], {
      ...spawnOptions(o.account),
      detached: true,
      windowsHide: true,
      env: environment,
      stdio: ["ignore", log.fd, log.fd],
    });
    const ended = new Promise<string>((done) => {
      child.once("exit", () => done(wordsSince(o.logFile, before)));
    });
    await new Promise<void>((started, failed) => {
      child.once("spawn", started);
      child.once("error", (error) => failed(programErrorFrom(o.program, error)));
    });
    child.unref();
    return { pid: child.pid ?? 0, ended };
  } finally {
    await log.close();
  }
}

/**
 * Runs a program of PostgreSQL's to its end.
 * @returns its exit code and all that it said
 * @throws DatabaseStartError where the program can't be run at all.
 */
export function runProgram(
  program: string,
  args: string[],
  account: Account | undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      ...spawnOptions(account),
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let output = "";
    const listen = (text: Buffer) => (output += text.toString());
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("error", (error) => failed(programErrorFrom(program, error)));
    child.once("close", (code) => done({ code, output }));
  });
}

/**
 * Stops a running PostgreSQL, without waiting for those connected to it; after `patience` less gently, but without loss:
 * its next start then recovers from its log.
 * @param patience milliseconds
 * @returns whether it has ended
 */
export async function stopPostgres(data: string, pgCtl: string, patience = 10_000): Promise<boolean> {
  for (const [signal, mode] of [
    ["SIGINT", "fast"],
    ["SIGQUIT", "immediate"],
  ] as const) {
    const postmaster = runningPostmaster(data);
    if (!postmaster) return true;
    if (process.platform === "win32") {
      await runProgram(pgCtl, ["stop", "-D", data, "-m", mode, "--no-wait"], undefined);
    } else {
      signalIfThere(postmaster.pid, signal);
    }
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      if (!isPostgresOf(data, postmaster.pid)) return true;
      await sleep(10);
    }
  }
  return false;
}

function signalIfThere(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Nothing of our own, whose settings hold secrets; and messages in English, for we recognise some. */
const environment = { LC_MESSAGES: "C" };

/** What was logged from a position on; on a full disk that is nothing, which then says as much. */
async function wordsSince(logFile: string, position: number): Promise<string> {
  const content = await readFile(logFile).catch(() => Buffer.alloc(0));
  const words = content.subarray(position).toString();
  if (words) return words;
  const disk = await statfs(dirname(logFile)).catch(() => undefined);
  return disk && disk.bavail * disk.bsize < 65_536 ? "No space left on device" : "";
}
