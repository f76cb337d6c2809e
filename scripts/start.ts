import { readConfig } from "#server/config.ts";
import { buildProduct } from "./build.ts";
import { serveUntilStopped } from "./support/serve.ts";
import { createSteps } from "./bootstrap/steps.mjs";

/** `npm start`: the product in production's way, from a clean clone on. */
export async function run(): Promise<void> {
  const steps = createSteps();
  process.env.NODE_ENV = "production";
  readConfig(process.env); // What is wrong with the settings is said before anyone waits for a build.
  await buildProduct(steps);
  const { built } = await import("#main.ts");
  await serveUntilStopped(steps, { ...built, pretty: true });
}
