import { spawn } from "node:child_process";
import { once } from "node:events";
import { CreateError } from "./options.mjs";

/** The process that runs, and leads a group of its own. 0 if there is none. */
let pid = 0;
let isStopped = false;

/** Lets Ctrl-C and other signals end the program that runs, with those that it started. `run` throws then. */
export function stopOnSignals() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      isStopped = true;
      kill("SIGTERM");
      // npm may go on after a first signal.
      setTimeout(() => kill("SIGKILL"), 3000).unref();
    });
}

/** @param {NodeJS.Signals} signal */
function kill(signal) {
  try {
    if (pid > 0) process.kill(-pid, signal);
  } catch {
    // It has just ended.
  }
}

/**
 * Runs a program to its end.
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string>} its output
 * @throws CreateError if it isn't there or fails, and after a signal
 */
export async function run(cwd, command, args) {
  // npm has set variables for the folder from which this runs.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^npm_(config_local|package)/i.test(key)),
  );
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  pid = child.pid ?? 0;
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close").catch(() => {
    throw new CreateError(`${command} was not found: install it, then try again.`);
  });
  pid = 0;
  if (isStopped) throw new CreateError("Stopped.");
  if (code !== 0) throw new CreateError(output.trim() || `${command} failed.`);
  return output;
}
