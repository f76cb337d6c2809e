import type { TestProject } from "vitest/node";
import { type Engine, firefoxPath, installedEngines } from "./engines.ts";
import type { EngineBrowser } from "./browser-window.ts";

declare module "vitest" {
  interface ProvidedContext {
    engines: Engine[];
  }
}

/** Global setup of Vitest: looks for the engines in which the flows run. */
export function setup(project: TestProject): void {
  project.provide("engines", installedEngines());
}

/** Starts a browser of an installed engine. */
export async function startEngine(engine: Engine): Promise<EngineBrowser> {
  if (engine === "webkit") return (await import("./webkit.ts")).startWebKit();
  const { startFirefox, startTranslatingChromium } = await import("./puppeteer.ts");
  if (engine === "translated") return startTranslatingChromium(process.env.CHROMIUM_PATH ?? "");
  return startFirefox(firefoxPath() ?? "");
}
