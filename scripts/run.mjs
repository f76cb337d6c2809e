/**
 * Runs one of the project's commands on a bare machine: `node scripts/run.mjs <command> [arguments]`.
 * Finds a Node that is new enough, installs the packages where they are missing, and hands over to the command's own
 * file, which is TypeScript. Itself it is plain JavaScript that an older Node understands.
 */
import { existsSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNode, isNewEnough, runInstead } from "./bootstrap/node.mjs";
import { installPackages } from "./bootstrap/packages.mjs";
import { formatError } from "./bootstrap/errors.mjs";
import { watchSignals } from "./bootstrap/signals.mjs";
import { createSteps } from "./bootstrap/steps.mjs";

/** Each command's module exports `run(args)`, which gives an exit code or nothing. */
const commands = new Map([
  ["start", "./start.ts"],
  ["dev", "./dev.ts"],
  ["test", "./test.ts"],
  ["check", "./check.ts"],
  ["fix", "./fix.ts"],
  ["build", "./build.ts"],
  ["user", "./user.ts"],
  ["db:migrate", "./database-migrate.ts"],
  ["db:seed", "./database-seed.ts"],
  ["db:generate", "./database-generate.ts"],
  ["bench", "./bench.ts"],
  ["storybook", "./storybook.ts"],
  ["bundle-size", "./bundle-size.ts"],
]);

const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));
const cacheDir = join(projectDir, "node_modules", ".cache", "flyleaf");
const [command = "", ...args] = process.argv.slice(2);
const steps = createSteps();

try {
  process.chdir(projectDir);
  process.exitCode = await main();
} catch (error) {
  steps.fail();
  console.error(`\n${formatError(error)}\n`);
  process.exitCode = 1;
}

async function main() {
  const file = commands.get(command);
  if (!file) {
    console.error(`There is no command "${command}". There are: ${[...commands.keys()].join(", ")}.`);
    return 2;
  }
  if (!isNewEnough(process.versions.node)) {
    const node = await findNode({ projectDir, memory: join(cacheDir, "node"), steps });
    return runInstead(node, process.argv.slice(1));
  }
  silenceExperimentalWarnings();
  keepCompiledCode();
  watchSignals();
  await installPackages({ projectDir, cacheDir, steps });
  // A test must not depend on what one person's settings happen to be.
  if (command !== "test" && existsSync(".env")) process.loadEnvFile(".env");
  const { run } = await import(file);
  return await run(args);
}

/** What Node compiled of Vite, Babel and the like is kept for the next time: half a second less to wait for a first page. */
function keepCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= join(cacheDir, "compiled");
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

/** Node warns of running TypeScript where that is young: nothing that a person can act on. */
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
