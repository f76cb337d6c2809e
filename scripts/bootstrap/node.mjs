import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { exitCode } from "./child.mjs";
import { UserError } from "./errors.mjs";
import { onParentExit } from "./signals.mjs";
import { npm } from "./npm.mjs";

/**
 * Whether this Node runs the project: TypeScript without a build (22.18), and a line that is kept alive for years.
 * @param {string} version such as "24.1.0"
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}

/**
 * Finds a Node that runs the project: the one found last time, or one fetched through npm (a few seconds, once).
 * @param {{ projectDir: string, memory: string, steps: import("./steps.mjs").Steps }} options
 *   `memory`: the file that remembers where it is
 * @returns {Promise<string>} the path of its program
 * @throws UserError where there is none and none can be fetched
 */
export async function findNode({ projectDir, memory, steps }) {
  const remembered = readIfThere(memory);
  if (remembered && works(remembered)) return remembered;

  return steps.run("Fetching Node 24", async () => {
    const toDo = `This needs Node 22.18, 24 or newer (here is ${process.versions.node}) and fetches it with npm`;
    const output = await npm(
      ["exec", "--yes", "--package=node@24.x", "--", "node", "-p", "'node:' + process.execPath"],
      { cwd: projectDir, toDo },
    );
    const found = /^node:(.+)$/m.exec(output)?.[1];
    if (!found || !works(found)) {
      throw new UserError(
        `${toDo}, but what npm fetched does not run: install Node 24 from https://nodejs.org.`,
      );
    }
    mkdirSync(dirname(memory), { recursive: true });
    writeFileSync(memory, found);
    return found;
  });
}

/**
 * Runs a script with another Node in this process's place: its output, its signals and its exit code are handed on.
 * @param {string} node path of the program
 * @param {string[]} args
 * @returns {Promise<never>}
 */
export async function runInstead(node, args) {
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
function works(node) {
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return status === 0 && isNewEnough(stdout.trim());
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
