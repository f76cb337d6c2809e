import { basename } from "node:path";
import { runChild } from "./child.mjs";
import { UserError } from "./errors.mjs";

/** npm's own retries wait up to a minute, which is too long without a network. */
const retryOptions = ["--fetch-retries=3", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];

/**
 * Runs npm quietly.
 * @param {string[]} args
 * @param {{ cwd: string, need: string }} options `need` is a sentence that says what npm is needed for
 * @returns {Promise<string>} the output of npm
 * @throws UserError that says in one sentence why npm failed
 */
export async function npm(args, { cwd, need }) {
  const [command, ...before] = npmCommand();
  let result;
  try {
    result = await runChild(command, [...before, ...retryOptions, ...args], { cwd, quiet: true });
  } catch {
    throw new UserError(
      `${need}, but npm was not found: install Node 24 with npm from https://nodejs.org, then try again.`,
    );
  }
  if (result.code !== 0) throw new UserError(`${need}, but ${reason(result.output)}`);
  return result.output;
}

/** The npm that runs this command, or the one on the PATH. @returns {[string, ...string[]]} */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running && basename(running) === "npm-cli.js") return [process.execPath, running];
  return [process.platform === "win32" ? "npm.cmd" : "npm"];
}

/**
 * Why npm failed, derived from its output.
 * @param {string} output
 */
export function reason(output) {
  if (/ENOSPC|EDQUOT|no space left/i.test(output))
    return "the disk is full: free some space, then try again.";
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(
      output,
    )
  ) {
    return "the npm registry can't be reached: check the network (or npm's registry and proxy settings), then try again.";
  }
  if (/SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|CERT_UNTRUSTED/.test(output)) {
    return "npm does not trust the registry's certificate: set NODE_EXTRA_CA_CERTS to your network's certificate, then try again.";
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return "npm has no permission to write there: run this as the user who owns the project's folder and ~/.npm.";
  }
  const errors = output.split("\n").filter((line) => /^npm (ERR!|error)/.test(line));
  const lines = (errors.length > 0 ? errors : output.trim().split("\n")).slice(0, 12).join("\n");
  return `npm failed:\n${lines}`;
}
