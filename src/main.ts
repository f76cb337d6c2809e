import module from "node:module";
import { join } from "node:path";
import type { RunOptions, Running } from "#app/run/run.server.ts";
import { projectDir } from "#server/project-dir.ts";
import type { Log } from "#server/log.ts";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || major === 23 || (major === 22 && minor < 18)) {
  process.stderr.write(`This needs Node 22.18, 24 or newer (this is ${process.versions.node}).\n`);
  process.exit(1);
}

/**
 * Ends the process once everything is closed: after SHUTDOWN_DELAY on SIGTERM, which process managers send. A second signal
 * ends it at once.
 */
export function closeOnSignals(running: Pick<Running, "close">, log?: Pick<Log, "info">): void {
  let isClosing = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1);
      isClosing = true;
      log?.info(`${signal}: closing`);
      void running.close({ isDelayed: signal === "SIGTERM" }).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

/** The application, and the files that browsers load. */
export const built = {
  loadApp: async () => (await import("./server.ts")).default,
  clientDir: join(projectDir, "dist/client"),
};

/** Runs the product (src/app/run/run.server.ts). */
export async function run(options: RunOptions): Promise<Running> {
  // Compiling the other modules takes half of a start. The next build deletes the folder.
  module.enableCompileCache(join(projectDir, "dist/server/compiled"));
  const product = await import("#app/run/run.server.ts");
  return await product.run(options);
}

/** Runs a command, for example `node dist/server/main.js user make-admin someone@example.com`. */
async function runCommand(args: string[]): Promise<void> {
  const commands = await import("#app/run/commands.server.ts");
  process.stdout.write(`${await commands.runCommand(args, process.env)}\n`);
}

// `node dist/server/main.js` runs the built product in production, with the settings in its environment.
if (import.meta.main) {
  // React and others check it when they are loaded.
  process.env.NODE_ENV ??= "production";
  const args = process.argv.slice(2);
  try {
    if (args.length > 0) await runCommand(args);
    else closeOnSignals(await run({ ...built, env: process.env }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
