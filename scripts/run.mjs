/**
 * Runs one of the project's commands on a bare machine: `node scripts/run.mjs <command> [arguments]`.
 * Finds a Node that is new enough, installs missing packages, and loads the command's own TypeScript file. This file
 * and scripts/bootstrap/ are plain JavaScript that an older Node understands.
 */
import { existsSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import "./bootstrap/drizzle-imports.mjs";
import { commands, parseArguments, usage, UsageError } from "./bootstrap/commands.mjs";
import { formatError } from "./bootstrap/errors.mjs";
import { findNode, isNewEnough, runWithNode } from "./bootstrap/node.mjs";
import { compiledFolder, installPackages } from "./bootstrap/packages.mjs";
import { watchSignals } from "./bootstrap/signals.mjs";
import { createSteps } from "./bootstrap/steps.mjs";

const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));
const cacheDir = join(projectDir, "node_modules", ".cache", "flyleaf");
const steps = createSteps();

try {
  process.chdir(projectDir);
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  steps.fail();
  console.error(`\n${formatError(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** @param {string[]} argv */
async function main([name = "--help", ...args]) {
  const isHelp = name === "--help" || name === "-h";
  const parsed = isHelp ? "help" : parseArguments(name, args);
  if (parsed === "help") {
    console.log(usage(isHelp ? undefined : name));
    return 0;
  }
  if (!isNewEnough(process.versions.node)) {
    const node = await findNode({ cacheDir, steps });
    return runWithNode(node, process.argv.slice(1));
  }
  silenceExperimentalWarnings();
  cacheCompiledCode(name);
  watchSignals();
  await installPackages({ projectDir, cacheDir, steps });
  // Tests must not depend on one developer's settings.
  if (name !== "test" && existsSync(".env")) process.loadEnvFile(".env");
  const { run } = await import(commands[name]?.file ?? "");
  return await run(parsed);
}

/**
 * Caches what Node compiles of Vite, Babel and others: the first page comes half a second sooner. The built product has a cache
 * of its own (src/main.ts), and a process can have only one.
 * @param {string} command
 */
function cacheCompiledCode(command) {
  process.env.NODE_COMPILE_CACHE ??= compiledFolder(cacheDir);
  if (command !== "start") module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

/** Some versions of Node warn when they run TypeScript, which a user can't do anything about. */
function silenceExperimentalWarnings() {
  const flag = "--disable-warning=ExperimentalWarning";
  const options = process.env.NODE_OPTIONS ?? "";
  if (!options.includes(flag)) process.env.NODE_OPTIONS = `${options} ${flag}`.trim();
  const emitWarning = process.emitWarning;
  process.emitWarning = (/** @type {any[]} */ ...args) => {
    const type = args[1]?.type ?? args[1];
    if (type !== "ExperimentalWarning") Reflect.apply(emitWarning, process, args);
  };
}
