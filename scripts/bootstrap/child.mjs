import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();

/**
 * Runs a program to its end. Its output goes to this process's own output, or is only returned with `quiet`.
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>} its exit code (128 plus the signal's number if a signal ended
 *   it), and with `quiet` its stdout and stderr
 * @throws if the program can't be started
 */
export function runChild(command, args, { quiet = false, env = process.env, cwd, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    });
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr?.setEncoding("utf8").on("data", (text) => (output += text));
    children.add(child);
    child.once("error", (error) => {
      children.delete(child);
      reject(error);
    });
    child.once("close", (code, signal) => {
      children.delete(child);
      resolve({ code: exitCode(code, signal), output });
    });
  });
}

/** Sends a signal to every running child. @param {NodeJS.Signals} signal */
export function stopChildren(signal) {
  for (const child of children) child.kill(signal);
}

/**
 * A process's exit code as shells report it.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}
