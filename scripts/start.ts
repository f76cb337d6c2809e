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
  // Before the build, which takes longer, and the migrations, which another server may not expect.
  const { readConfig } = await import("#server/config.ts");
  await (await import("#server/http/listen.ts")).checkAddress(readConfig(process.env));
  await buildProduct(steps);
  const { built, run: runBuilt } = await loadBuilt();
  await serveUntilStopped(steps, (options) => runBuilt({ ...built, ...options }));
}
