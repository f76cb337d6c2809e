import { readConfig } from "#server/config.ts";
import { buildProduct } from "./build.ts";
import { serveUntilStopped } from "./support/serve.ts";
import { createSteps } from "./bootstrap/steps.mjs";

/** `npm start`: builds if needed, and serves as in production. */
export async function run(): Promise<void> {
  const steps = createSteps();
  process.env.NODE_ENV = "production";
  readConfig(process.env); // Reports invalid settings before the build, which takes longer.
  await buildProduct(steps);
  const { built } = await import("#main.ts");
  await serveUntilStopped(steps, { ...built, pretty: true });
}
