import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "./child.mjs";
import { UserError } from "./errors.mjs";
import { createSteps } from "./steps.mjs";

/** The hash of the packages that are installed, or the id of the process that installs them. */
const stateFile = join("node_modules", ".installed");

/** Why npm failed, by what is in its output. @type {[RegExp, string][]} */
const reasons = [
  [/ENOSPC|EDQUOT|no space left/i, "the disk is full: free some space, then try again."],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
    "the npm registry can't be reached: check the network (or npm's registry and proxy settings), then try again.",
  ],
  [
    /EACCES|EPERM|EROFS/,
    "npm has no permission to write there: run this as the user who owns the project's folder and ~/.npm.",
  ],
];

/**
 * Installs the packages of the working directory if those in its lock file have changed since the last installation: the
 * product's name and folder can change without a network.
 * @throws UserError that says why npm failed
 */
export async function installPackages() {
  const system = `${process.platform} ${process.arch}`;
  const { "": product, ...packages } = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
  const dependencies = JSON.stringify([{ ...product, name: undefined }, packages]);
  const wanted = createHash("sha256").update(dependencies).update(system).digest("hex");
  const state = existsSync(stateFile) ? readFileSync(stateFile, "utf8") : "";
  if (state === wanted) return;
  if (state.startsWith("by ")) {
    const pid = Number(state.slice("by ".length));
    if (isRunning(pid))
      throw new UserError(
        `Another command (process ${pid}) installs the packages: try again when it has finished.`,
      );
    // npm doesn't notice a package in which it was interrupted.
    rmSync("node_modules", { recursive: true });
  }
  mkdirSync("node_modules", { recursive: true });
  writeFileSync(stateFile, `by ${process.pid}`);
  await createSteps().run("Installing packages", npmInstall);
  writeFileSync(stateFile, wanted);
}

async function npmInstall() {
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm?.endsWith("npm-cli.js") ? [process.execPath, npm] : ["npm"];
  // npm's own retries wait up to a minute, which is too long without a network.
  const retries = ["--fetch-retries=3", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
  // Whatever a setting of npm (npm_config_omit) or NODE_ENV leaves out elsewhere.
  const kinds = ["--include=dev", "--include=optional"];
  const args = [...before, "install", "--no-save", ...kinds, "--no-audit", "--no-fund", ...retries];
  const result = await runChild(command, args, { quiet: true }).catch(() => undefined);
  if (!result) throw new UserError("npm was not found: install Node with npm from https://nodejs.org.");
  if (result.code === 0) return;
  const reason = reasons.find(([pattern]) => pattern.test(result.output))?.[1];
  const errors = result.output.split("\n").filter((line) => line.startsWith("npm error"));
  throw new UserError(
    `The project's packages must be installed, but ${reason ?? `npm failed:\n${errors.slice(0, 12).join("\n")}`}`,
  );
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
