import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "./child.mjs";
import { UserError } from "./errors.mjs";

const projectDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Runs this process's script with the Node of tools/node, which npm 11 puts on the path of scripts and npm 10 doesn't.
 * @returns its exit code, or undefined if this process may run the script itself: it is that Node, or there is none for
 *   this system, and it is new enough to run TypeScript
 * @throws UserError if there is no Node that can run the script
 */
export async function runOnPinnedNode() {
  const { optionalDependencies: versions } = JSON.parse(
    readFileSync(join(projectDir, "tools/node/package.json"), "utf8"),
  );
  const isWindows = process.platform === "win32";
  const system = `${isWindows ? "win" : process.platform}-${process.arch}`;
  const name = [`node-${system}`, `node-bin-${system}`].find((each) => each in versions) ?? "";
  if (process.versions.node === versions[name]) return undefined;

  const node = join(projectDir, "node_modules", name, "bin", isWindows ? "node.exe" : "node");
  if (existsSync(node)) {
    const PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`;
    const env = { ...process.env, PATH };
    const result = await runChild(node, process.argv.slice(1), { env }).catch(() => undefined);
    if (result) return result.code;
  }
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major >= 24 || (major === 22 && minor >= 18)) return undefined;
  throw new UserError(
    `This needs Node 22.18, 24 or newer (this is ${process.versions.node}), and npm has none that runs on this system (${system}): install one from https://nodejs.org.`,
  );
}
