/** Runs one of the commands of this folder, with the project's folder as its working directory: `node run.mjs bench http`. */
import { dirname } from "node:path";
import { formatError } from "../scripts/bootstrap/errors.mjs";
import { runOnPinnedNode } from "../scripts/bootstrap/node.mjs";

const projectDir = dirname(import.meta.dirname);
const commands = ["bench", "bundle-size", "check", "fuzz", "lighthouse", "pack", "starter", "test"];

process.chdir(projectDir);
const [name = "", ...args] = process.argv.slice(2);
try {
  const code = await runOnPinnedNode();
  if (code !== undefined) process.exit(code);
  if (!commands.includes(name)) throw new Error(`The commands are ${commands.join(", ")}.`);
  /** @type {{ run: (args: string[]) => Promise<number> }} */
  const { run } = await import(`./${name}.ts`);
  process.exitCode = await run(args);
} catch (error) {
  console.error(`\n${formatError(error)}\n`);
  process.exitCode = 1;
}
