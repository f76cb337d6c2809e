import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";

const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Runs a program to its end, and passes signals on to it: npm sends them to this process only. Its output goes to this
 * process's own output, or is only returned with `quiet`.
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>} its exit code (128 plus the signal's number if a signal ended
 *   it), and with `quiet` its stdout and stderr
 * @throws if the program can't be started
 */
export async function runChild(command, args, { quiet = false, env = process.env, cwd, timeoutMs } = {}) {
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = quiet ? ["ignore", "pipe", "pipe"] : "inherit";
  const child = spawn(command, args, { cwd, env, stdio, timeout: timeoutMs });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (output += text));
  let isStopped = false;
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    isStopped = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, passOn);
  try {
    const [status, signal] = await once(child, "close");
    const code = Number(status ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)]);
    if (isStopped) process.exit(code);
    return { code, output };
  } finally {
    for (const signal of signals) process.off(signal, passOn);
  }
}
