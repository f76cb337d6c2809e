import module from "node:module";
import { fileURLToPath } from "node:url";
import type { Application, Running } from "#app/run.server.ts";
import type { Log } from "#server/log.ts";

/** Ends the process once everything is closed. A second signal ends it at once. */
export function closeOnSignals(running: Pick<Running, "close">, log?: Pick<Log, "info">): void {
  let isClosing = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1);
      isClosing = true;
      log?.info(`${signal}: closing`);
      void running.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

/** The built application, and the files that browsers load. */
export const built = {
  loadApp: async () =>
    ((await import(new URL("../dist/server/server.js", import.meta.url).href)) as { default: Application })
      .default,
  clientDir: fileURLToPath(new URL("../dist/client", import.meta.url)),
};

// `node src/main.ts` runs the built product in production, with the settings in its environment.
if (import.meta.main) {
  // Before the other modules are loaded: compiling them takes half of a start.
  const compiled = new URL("../node_modules/.cache/flyleaf/compiled", import.meta.url);
  module.enableCompileCache(fileURLToPath(compiled));
  try {
    const { run } = await import("#app/run.server.ts");
    closeOnSignals(await run({ ...built, env: process.env, pretty: false }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
