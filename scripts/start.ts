import { buildProduct } from "./build.ts";
import { loadBuilt } from "./support/built.ts";
import { serveUntilStopped } from "./support/serve.ts";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";

/** `npm start`: builds if needed, and serves as in production. */
export async function run(args: string[]): Promise<void> {
  parseArguments(args, { help: "Builds what has changed and serves it as in production." });
  const steps = createSteps();
  process.env.NODE_ENV = "production";
  await buildProduct(steps, {
    // Reports invalid settings before the build, which takes longer.
    beforeBuild: async () => void (await import("#server/config.ts")).readConfig(process.env),
  });
  const { built, run: runBuilt } = await loadBuilt();
  await serveUntilStopped(steps, (options) => runBuilt({ ...built, ...options }));
}
