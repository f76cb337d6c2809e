import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { exitCode } from "./child.mjs";
import { UserError } from "./errors.mjs";
import { npm } from "./npm.mjs";
import { onParentExit } from "./signals.mjs";

/**
 * Whether this version of Node can run the project: it runs TypeScript (22.18), and is a line with long-term support.
 * @param {string} version for example "24.1.0"
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}

/**
 * Finds a Node that can run the project: the one found last time, or one that npm downloads (a few seconds, once).
 * @param {{ projectDir: string, cacheFile: string, steps: import("./steps.mjs").Steps }} options
 *   `cacheFile` stores the path of its program
 * @returns {Promise<string>} the path of its program
 * @throws UserError if there is none and none can be downloaded
 */
export async function findNode({ projectDir, cacheFile, steps }) {
  const cached = readIfExists(cacheFile);
  if (cached && canRun(cached)) return cached;

  return steps.run("Downloading Node 24", async () => {
    const need = `This needs Node 22.18, 24 or newer (this is ${process.versions.node}) and downloads it with npm`;
    const output = await npm(
      ["exec", "--yes", "--package=node@24.x", "--", "node", "-p", "'node:' + process.execPath"],
      { cwd: projectDir, need },
    );
    const found = /^node:(.+)$/m.exec(output)?.[1];
    if (!found || !canRun(found)) {
      throw new UserError(
        `${need}, but the downloaded Node does not run: install Node 24 from https://nodejs.org.`,
      );
    }
    mkdirSync(dirname(cacheFile), { recursive: true });
    writeFileSync(cacheFile, found);
    return found;
  });
}

/**
 * Runs a script with another Node instead of this process: its output, signals and exit code are passed on.
 * @param {string} node path of the program
 * @param {string[]} args
 * @returns {Promise<never>}
 */
export async function runWithNode(node, args) {
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`;
  const child = spawn(node, args, { stdio: "inherit", env: { ...process.env, PATH } });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  onParentExit(() => child.kill("SIGHUP"));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status, signal) => resolve(exitCode(status, signal)));
  });
  process.exit(code);
}

/** @param {string} node */
function canRun(node) {
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return status === 0 && isNewEnough(stdout.trim());
}

/** @param {string} file */
function readIfExists(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
