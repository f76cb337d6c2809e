/**
 * Runs one of the project's commands on a bare machine: `node scripts/run.mjs <command> [arguments]`. Installs the
 * packages, the project's Node among them, and calls `run(arguments)` of scripts/<command>.ts. This file and
 * scripts/bootstrap/ are plain JavaScript that Node 20 understands.
 */
import { existsSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatError } from "./bootstrap/errors.mjs";
import { installPackages } from "./bootstrap/packages.mjs";
import { runOnPinnedNode } from "./bootstrap/node.mjs";

const [name = "", ...args] = process.argv.slice(2);
// A server goes on when what it prints can't be written; other commands fail.
if (name === "start" || name === "dev")
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
try {
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
  await installPackages();
  const code = await runOnPinnedNode();
  if (code !== undefined) process.exit(code);
  await import("./bootstrap/drizzle-imports.mjs");
  // The built product has a cache of its own (src/main.ts), and a process can have only one.
  if (name !== "start") module.enableCompileCache(join("node_modules", ".cache", "compiled"));
  // Tests must not depend on one developer's settings.
  if (name !== "test" && existsSync(".env")) process.loadEnvFile(".env");
  const { run } = await import(`./${name}.ts`);
  process.exitCode = await run(args);
} catch (error) {
  console.error(`\n${formatError(error)}\n`);
  process.exitCode = 1;
}
