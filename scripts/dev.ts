import { existsSync } from "node:fs";
import { Server } from "node:http";
import { join } from "node:path";
import {
  createServer,
  isRunnableDevEnvironment,
  loadEnv,
  normalizePath,
  type Plugin,
  type ViteDevServer,
} from "vite";
import { readConfig } from "#server/config.ts";
import type { Application } from "#app/run/run.server.ts";
import { createServedFiles } from "../tools/served-files.ts";
import { openTour } from "./support/open-tour.ts";
import { serveUntilStopped } from "./support/serve.ts";
import { createSteps } from "./bootstrap/steps.mjs";
import { projectDir } from "./support/project.ts";
import { parseArguments } from "./support/arguments.ts";

/** Start's name for the entry of the application. */
const serverEntry = "virtual:tanstack-start-server-entry";

/** `npm run dev`: serves the sources with hot reload. Database, mail and sessions are outside Vite and survive reloads. */
export async function run(args: string[]): Promise<void> {
  parseArguments(args, { help: "Serves the sources with hot reload." });
  const steps = createSteps();
  process.env.NODE_ENV = "development";
  const { dataDir } = readConfig(process.env);
  const isFirstStart = !existsSync(dataDir); // optional: tour
  // Never listens: it emits the WebSocket upgrades of the product's own server.
  const upgrades = new Server();
  const starting = createServer({
    appType: "custom",
    clearScreen: false,
    logLevel: "warn",
    plugins: [reloadTexts()],
    server: {
      middlewareMode: true,
      hmr: { server: upgrades },
      // Vite would watch the files of the embedded database, and call all plugins when one changes.
      watch: { ignored: [dataDir, join(projectDir, "dist")].map((folder) => normalizePath(folder)) },
    },
    environments: {
      ssr: {
        // Start makes Vite transform these 80 modules; Node loads them faster.
        resolve: { external: ["better-auth"] },
        // Otherwise each module waits until the one before it has run.
        dev: { preTransformRequests: true },
      },
    },
  });
  // While the database starts. The first request reports errors.
  starting.then((vite) => importApp(vite)).catch(() => undefined);
  let vite: ViteDevServer | undefined;
  const isForVite = createServedFiles(projectDir);
  const serving = serveUntilStopped(
    steps,
    async (options) => {
      const product = await import("#app/run/run.server.ts");
      return await product.run({
        ...options,
        // Vite and the database start at the same time; the server needs both.
        loadApp: async () => developmentApp((vite = await starting)),
        development: {
          middleware: (req, res, next) =>
            isForVite(req.url ?? "") ? vite?.middlewares(req, res, next) : next(),
          upgradeEvents: upgrades,
        },
      });
    },
    async () => (await starting).close(),
  );
  if (isFirstStart) openTour((await serving).url); // optional: tour
  await serving;
}

/** Loads the application, as far as it has changed. */
async function importApp({ environments: { ssr } }: ViteDevServer): Promise<Application> {
  if (!isRunnableDevEnvironment(ssr))
    throw new Error("Vite's environment for the server can't run modules here");
  const entry = (await ssr.runner.import(serverEntry)) as { default: Application };
  return entry.default;
}

/** The application that Vite serves: the current one for each request. */
function developmentApp(vite: ViteDevServer): Application {
  return {
    isDemo: loadEnv(vite.config.mode, projectDir, "VITE_").VITE_IS_DEMO === "true", // optional: demo
    async fetch(request, info) {
      try {
        const app = await importApp(vite);
        return await app.fetch(request, info);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        vite.config.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
        return errorPage(error, info.nonce);
      }
    },
  };
}

/** Shows an error in Vite's overlay, and reloads once it is fixed. */
function errorPage(error: unknown, nonce: string): Response {
  const { message, stack = "" } = error instanceof Error ? error : { message: String(error) };
  const shown = JSON.stringify({ message, stack }).replaceAll("<", "\\u003c");
  const script = `import { ErrorOverlay } from "/@vite/client"; document.body.append(new ErrorOverlay(${shown}));`;
  return new Response(
    `<!doctype html><html lang="en"><title>Error</title><body><script type="module" nonce="${nonce}">${script}</script>`,
    { status: 500, headers: { "content-type": "text/html; charset=utf-8" } },
  );
}

/**
 * Reloads open pages when a text changes. Browsers get texts with the page, not as modules, so Vite would update only
 * the server.
 */
export function reloadTexts(): Plugin {
  return {
    name: "reload-texts",
    hotUpdate({ file, server, modules }) {
      if (this.environment.name !== "ssr" || !/\/messages\/\w+\.json$/.test(file)) return;
      if (modules.length > 0) server.environments.client.hot.send({ type: "full-reload" });
    },
  };
}
